"""What differs between two accounts of one line of a fight that read alike: fields by their names, before and after."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from adarga.fight.state import Aim
from adarga.interop.verbs import REACTIONS, SHARES
from adarga.plan import Blow, Check, Line, Reason
from adarga.rules.protocol import Condition, Piece, Taken, Until, Weapon
from adarga.rules.values import Names, Rating
from adarga.telling.fight_words import condition_text, die_word, offer_word
from adarga.words import Words

FIELDS = (
    "points", "energy", "level", "strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma",
    "absorption", "armour", "shield", "item", "stone_born", "can_sacrifice", "defence", "resistant", "vulnerable",
    "dodge", "block", "weapons", "name", "side", "hidden", "owner", "group", "initiative", "conditions", "damage",
    "price", "penetration", "test", "usage_die", "spell", "unabsorbable", "type", "ap", "bonus", "steps", "non_lethal",
    "skill", "pr", "ar", "worn", "effectiveness", "soak_energy", "elect", "telling", "prone", "defending", "modifier",
    "defence_modifier", "reaction", "simplified", "object", "aim", "take", "aims", "share", "until", "amount", "faces",
)  # fmt: skip
"""The fields that have a name of their own; what holds them, such as a seat, goes unnamed."""
_OPAQUE = (Reason, Check, Blow, Line)
_WHOLE = (Names, Until)
_TYPED = {"share": SHARES, "reaction": REACTIONS}

Change = tuple[tuple[str, ...], object, object]


def differing(before: object, after: object, path: tuple[str, ...] = ()) -> Iterator[Change]:
    """Each value that differs: the named fields it stands in, what it was, what it would be."""
    if before == after or isinstance(before, _OPAQUE) or isinstance(after, _OPAQUE):
        return
    if is_dataclass(before) and type(before) is type(after) and not isinstance(before, _WHOLE):
        for one in fields(before):
            inner = (*path, one.name) if one.name in FIELDS else path
            was, now = getattr(before, one.name), getattr(after, one.name)
            if one.name != "faces":
                yield from differing(was, now, inner)
            elif dict(was) != dict(now):
                yield inner, was, now
    elif isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
        for one, other in zip(before, after, strict=True):
            yield from differing(one, other, path)
    elif path:
        yield path, before, after


def differences(words: Words, before: object, after: object) -> list[str]:
    """What differs, a sentence each, none twice; one that says that only the reasons do, where nothing else can be."""
    found = []
    for path, was, now in differing(before, after):
        names = ", ".join(words.say(f"fight_cli.field.{name}") for name in path)
        shown = [_chosen(words, path[-1], value) for value in (was, now)]
        said = words.say("fight_cli.differs", field=names, was=shown[0], now=shown[1])
        found.append(said)
    return list(dict.fromkeys(found)) or [words.say("fight_cli.differs_inside")]


def _chosen(words: Words, field: str, value: object) -> str:
    """A value of a field, those that are typed as words, and the dice, as they are said."""
    if field in _TYPED and value in _TYPED[field]:
        return _TYPED[field][str(value)][words.lang == "es"]
    if field == "faces" and isinstance(value, tuple):
        return "; ".join(f"{die_word(words, name)} {' '.join(map(str, fell))}" for name, fell in value)
    return _value(words, value)


def _value(words: Words, value: object) -> str:
    if value is None or value in ("", ()):
        return words.say("fight_cli.value.none")
    if isinstance(value, bool):
        return words.say(f"fight_cli.value.{'yes' if value else 'no'}")
    if isinstance(value, tuple):
        return ", ".join(_value(words, one) for one in value)
    if isinstance(value, Names):
        return value.say(words.lang)
    if isinstance(value, Until):
        return words.say(f"fight_cli.until.{value.when}", at=value.at)
    if isinstance(value, Weapon | Piece):
        return value.name.say(words.lang) or value.id
    if isinstance(value, Condition):
        return condition_text(words, value)
    if isinstance(value, Taken):
        return offer_word(words, value.name)
    if isinstance(value, Aim):
        return value.target
    if isinstance(value, Rating):
        hard = f"+{value.hardness}H" if value.hardness else ""
        return f"{value.type or '*'}={value.armour}{hard}"
    return str(value)
