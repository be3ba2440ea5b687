"""Who and what is meant by the words of a line: accents, case and unfinished words are forgiven."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adarga.errors import AdargaError
from adarga.fight.naming import bracketed
from adarga.fight.state import State
from adarga.fight.striking import as_it_stands, weapon_of
from adarga.plan import Thing
from adarga.rules.names import called, folded, nearest
from adarga.rules.protocol import Fighter, Rulebook

MOST_WORDS = 6


def matching(names: Iterable[str], text: str) -> list[str]:
    """The names a text may stand for: the very one, else those that begin with it, word by word.

    >>> matching(["Goblin 1", "Goblin 12", "Góngora"], "gob 1")
    ['Goblin 1']
    >>> matching(["Goblin 1", "Goblin 12", "Góngora"], "gon")
    ['Góngora']
    >>> matching(["Ogro", "ogro"], "ogro")
    ['ogro']
    >>> matching(["Ogro", "(Ogro)"], "ogr"), matching(["Ogro", "(Ogro)"], "(o"), matching(["(Ogro)"], "og")
    (['Ogro'], ['(Ogro)'], ['(Ogro)'])
    """
    known = list(names)
    wanted = folded(text)
    if not wanted:
        return []
    if text in known:
        return [text]
    exact = [name for name in known if folded(name) == wanted]
    return _as_seen(exact or [name for name in known if folded(name).startswith(wanted) or _by_word(name, text)], text)


def _as_seen(names: list[str], text: str) -> list[str]:
    """Those in brackets, who are hidden, where a bracket is typed, or nobody who is seen is called so."""
    hidden = [name for name in names if bracketed(name)]
    if text.startswith("("):
        return hidden or names
    return [name for name in names if name not in hidden] or names


def _by_word(name: str, text: str) -> bool:
    words, typed = name.split(), text.split()
    return len(words) >= len(typed) and all(
        word == part if part.isdigit() else folded(word).startswith(folded(part) or part)
        for word, part in zip(words, typed, strict=False)
    )


def with_a_word(names: Iterable[str], text: str) -> list[str]:
    """The names of which a later word begins with a text.

    >>> with_a_word(["iron mace", "torch"], "mac")
    ['iron mace']
    """
    wanted = folded(text)
    return [name for name in names if wanted and any(folded(word).startswith(wanted) for word in name.split())]


def one_of(names: Sequence[str], text: str) -> str | None:
    """The one name a text stands for, None for none. Raises `AdargaError` (`fight_cli.which`) where several fit."""
    found = matching(names, text)
    if len(found) > 1:
        raise AdargaError("fight_cli.which", name=text, names=", ".join(found))
    return found[0] if found else None


def fighter_first(state: State, words: Sequence[str]) -> tuple[str, list[str]]:
    """The fighter whose name the words begin with, and the words after it. Raises `AdargaError` where nobody's is."""
    found = fighter_somehow(state, words)
    if found is None:
        if not words:
            raise AdargaError("fight_cli.who_missing")
        ids = [seat.id for seat in state.seats]
        if not ids:
            raise AdargaError("fight_cli.nobody")
        near = nearest(words[0], ids)
        raise AdargaError(f"fight_cli.who{'' if near else '_of'}", name=words[0], names=", ".join(near or ids))
    return found


def fighter_perhaps(state: State, words: Sequence[str]) -> tuple[str, list[str]] | None:
    """The fighter whose name the words begin with, if there is one, and the words after it."""
    ids = [seat.id for seat in state.seats]
    for length in range(min(len(words), MOST_WORDS), 0, -1):
        found = one_of(ids, " ".join(words[:length]))
        if found is not None:
            return found, list(words[length:])
    return None


def fighter_somehow(state: State, words: Sequence[str]) -> tuple[str, list[str]] | None:
    """As `fighter_perhaps`, and found by a later word of its name too. Raises `AdargaError` where several fit."""
    found = fighter_perhaps(state, words)
    if found is not None or not words or words[0].isdigit():
        return found
    later = with_a_word((seat.id for seat in state.seats), words[0])
    if len(later) > 1:
        raise AdargaError("fight_cli.which", name=words[0], names=", ".join(later))
    return (later[0], list(words[1:])) if later else None


def weapon_named(book: Rulebook, fighter: Fighter, text: str) -> str:
    """What the core calls the weapon that a text names: the fighter's, the book's, or plain dice.

    No text means the only weapon. Raises `AdargaError` where none fits (`fight_cli.weapon`, `fight_cli.weapon_none`,
    `fight_cli.weapon_missing`) or several do (`fight_cli.which_of`).
    """
    own = {name: weapon.id or weapon.name.en for weapon in as_it_stands(fighter).weapons for name in called(weapon)}
    ids = list(dict.fromkeys(own.values()))
    if not text and len(ids) == 1:
        return ids[0]
    found = only_thing(own, text)
    if found is not None:
        return found
    if text and weapon_of(book, fighter, text) is not None:
        return text
    known = {name: id for id, weapon in book.book.weapons.items() for name in called(weapon)}
    found = only_thing(known, text)
    if found is None and ids and not text:
        raise AdargaError("fight_cli.weapon_missing", who=fighter.id, things=tuple(map(Thing, ids)))
    if found is None:
        key = "fight_cli.weapon" if ids else "fight_cli.weapon_none"
        raise AdargaError(key, who=fighter.id, name=text, things=tuple(map(Thing, ids)))
    return found


def only_thing(named: Mapping[str, str], text: str) -> str | None:
    """The one id whose names a text may stand for. Raises `AdargaError` (`fight_cli.which_of`) where several fit."""
    names = [name for name in named if name]
    ids = list(dict.fromkeys(named[name] for name in matching(names, text) or with_a_word(names, text)))
    if len(ids) > 1:
        raise AdargaError("fight_cli.which_of", name=text, things=tuple(map(Thing, ids)))
    return ids[0] if ids else None
