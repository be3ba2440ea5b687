"""The words of a fight: conditions, dice, offers and branches as they are said, refusals as sentences."""

from __future__ import annotations

from collections.abc import Iterable

from adarga.errors import AdargaError, Mistakes
from adarga.fight import events as ev
from adarga.fight.log import Log
from adarga.fight.state import Refusal
from adarga.interop.verbs import CHECKS, OPTIONS, SHEET, TURNS, VERBS, typed_as
from adarga.plan import Thing
from adarga.rules.protocol import Combatant, Condition, Rulebook
from adarga.rules.values import Names
from adarga.telling.said import Sayer
from adarga.telling.trace import BRANCHES
from adarga.words import Words

CONDITIONS = (
    "dead", "dying", "unconscious", "out", "broken", "object", "prone", "cover", "defending", "surprised", "soaking",
    "failing", "lasting-effect", "consciousness-due",
)  # fmt: skip
DICE = ("attack", "damage", "dexterity", "dodge", "block", "usage", "consciousness", "healing")
OFFERS = ("effectiveness", "soak", "sacrifice")
OWN_BRANCHES = ("conscious", "unconscious", "steps-down", "holds")
SIDES = ("attacker", "target")
_ALL_OPTIONS = {**CHECKS, **OPTIONS, **SHEET, **TURNS}
_FIELDS = tuple(SHEET)


def _known(words: Words, area: str, known: Iterable[str], name: str) -> str:
    return words.say(f"fight.{area}.{name}") if name in known else name


def condition_word(words: Words, name: str) -> str:
    """A condition in words; one the game master made up as it was written."""
    return _known(words, "condition", CONDITIONS, name)


def condition_text(words: Words, condition: Condition) -> str:
    """A condition in words, with how much of it there is where that is more than one."""
    times = f" × {condition.amount}" if condition.amount > 1 else ""
    return condition_word(words, condition.name) + times


def die_word(words: Words, name: str) -> str:
    """What a die is thrown for, in words."""
    return _known(words, "die", DICE, name)


def offer_word(words: Words, name: str) -> str:
    """An offer in words."""
    return _known(words, "offer", OFFERS, name)


def side_word(words: Words, by: str) -> str:
    """The attacker or the target in words."""
    return _known(words, "by", SIDES, by)


def branch_words(words: Words, branch: str) -> str:
    """The branch a strike or a roll took, in words."""
    return " / ".join(
        words.say(f"cli.branch.{band}") if band in BRANCHES else _known(words, "branch", OWN_BRANCHES, band)
        for band in branch.split("/")
    )


def refusal_text(sayer: Sayer, refusal: Refusal) -> str:
    """Why a command cannot be done, as a sentence."""
    words, said = sayer.words, dict[str, object]()
    for name, value in refusal.reason.values:
        if name == "worn" and refusal.reason.key == "fight.refused.wear":
            said[name] = ", ".join(map(sayer.name, str(value).split(", ")))
        elif isinstance(value, Thing) or name in ("weapon", "piece"):
            said[name] = sayer.name(str(value))
        elif name == "condition":
            said[name] = condition_word(words, str(value))
        elif name in ("offer", "offers") and refusal.reason.key.startswith("fight."):
            said[name] = ", ".join(offer_word(words, one) for one in str(value).split(", "))
        elif name == "name" and refusal.reason.key.startswith("fight."):
            said[name] = die_word(words, str(value))
        elif name == "by" and isinstance(value, str):
            said[name] = side_word(words, value)
        else:
            said[name] = value
    return words.say(refusal.reason.key, **said)


def with_names(sayer: Sayer, error: AdargaError) -> AdargaError:
    """An error with the things and conditions among its values by their names."""
    if isinstance(error, Mistakes):
        return Mistakes(tuple(with_names(sayer, one) for one in error.mistakes), error.file)
    values = dict(error.values)
    lang = sayer.words.lang
    for name, table in (("options", _ALL_OPTIONS), ("verbs", VERBS)):
        listed = values.get(name)
        if isinstance(listed, tuple):
            values["names" if name == "verbs" else name] = ", ".join(typed_as(table, one, lang) for one in listed)
    if "field" in values and values["field"] in _FIELDS:
        values["path"] = sayer.words.say(f"fight_cli.field.{values['field']}")
    things, conditions = values.get("things"), values.get("conditions")
    if isinstance(things, tuple):
        values["things"] = ", ".join(map(sayer.name, things))
    if isinstance(conditions, tuple):
        values["conditions"] = ", ".join(condition_word(sayer.words, one) for one in conditions)
    if values == error.values:
        return error
    return AdargaError(error.key, text=error.text, span=error.span, **values)


def names_of(sheets: Iterable[Combatant]) -> dict[str, Names]:
    """What the sheets of a fight call their own weapons and pieces: by id, and by name in either language."""
    found: dict[str, Names] = {}
    for sheet in sheets:
        for thing in (*sheet.weapons, *sheet.armour, *((sheet.shield,) if sheet.shield else ())):
            if thing.name.en:
                found |= dict.fromkeys((thing.name.en, thing.name.es), thing.name)
            if thing.id and thing.name.en:
                found[thing.id] = thing.name
    return found


def sayer_of(words: Words, book: Rulebook, log: Log) -> Sayer:
    """A sayer that knows the names of everything that ever was in a fight."""
    events = [event for one in log.entries for event in one.events]
    found = names_of(event.seat.fighter.combatant for event in events if isinstance(event, ev.Joined))
    found |= {event.piece.id: event.piece.name for event in events if isinstance(event, ev.Donned)}
    return Sayer(words, book, {id: names for id, names in found.items() if names.en})
