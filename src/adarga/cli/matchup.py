"""The strike that a command line describes: sheets from a roster, and what the flags put in their place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from adarga.cli.case import Case, book_of, put_flags
from adarga.cli.fields import consistent, exclusions
from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.rules.names import search, unknown
from adarga.rules.protocol import Combatant, Rulebook, Situation, Taken, Weapon

if TYPE_CHECKING:
    from adarga.cli.books import Given
    from adarga.rules.loading import Roster


def read_case(base: str, given: Given) -> Case:
    """The strike that a command line describes. Raises `AdargaError` for what does not go together."""
    case = unchecked_case(base, given)
    consistent(case, given)
    return case


def unchecked_case(base: str, given: Given) -> Case:
    """The strike that a command line describes, whether or not something it needs is still to be said."""
    case = _sheets(base, given)
    exclusions(given)
    put_flags(case, given)
    if given["take"]:
        case.situation = replace(case.situation, take=tuple(taken(given["take"])))
    return case


def roster_of(base: str, given: Given) -> Roster:
    """The roster of `--roster`, played by `--house`, else by the book it names."""
    from pathlib import Path

    from adarga.rules.loading import roster

    house = given["house"]
    return roster(Path(given["roster"]), base if house is None else book_of(base, house))


def _sheets(base: str, given: Given) -> Case:
    attacker = target = Combatant()
    if given["roster"]:
        names = needed(given, "attacker"), needed(given, "target")
        roster = roster_of(base, given)
        book = roster.rulebook
        attacker, target = map(roster.find, names)
    elif given["attacker"] or given["target"]:
        raise AdargaError("cli.needs", flag="--attacker" if given["attacker"] else "--target", needs="--roster")
    else:
        book = book_of(base, given["house"])
    return Case(base, book, attacker, target, _weapon(book, attacker, given), Situation())


def needed(given: Given, name: str) -> str:
    """A value that `--roster` asks for. Raises `AdargaError` (`cli.needs`)."""
    value = given[name]
    if not value:
        raise AdargaError("cli.needs", flag="--roster", needs=f"--{name}")
    return str(value)


def _weapon(book: Rulebook, attacker: Combatant, given: Given) -> Weapon:
    damage = given["damage"]
    if damage is not None:
        parse(damage)
    own = {weapon.id or weapon.name.en: weapon for weapon in attacker.weapons}
    known = book.book.weapons
    if given["weapon"]:
        weapon = search(own, given["weapon"]) or search(known, given["weapon"])
        if weapon is None:
            names = (name for one in (own or known).values() for name in (one.name.en, one.name.es))
            raise unknown("weapon", given["weapon"], names)
    elif len(own) > 1 and damage is None:
        raise AdargaError("cli.which_weapon", weapons=", ".join(one.name.en for one in own.values()))
    elif len(own) == 1:
        weapon = next(iter(own.values()))
    elif damage is None:
        raise AdargaError("cli.no_damage")
    else:
        return Weapon(damage=damage)
    return weapon if damage is None else replace(weapon, damage=damage)


def taken(text: str) -> Iterable[Taken]:
    """The offers of `--take`: `sacrifice,effectiveness:2`. Raises `AdargaError` (`cli.take`)."""
    for at, word in places(text, ","):
        name, colon, times = word.strip().partition(":")
        if not name or (colon and not (times.isascii() and times.isdigit() and 0 < int(times) < 10_000)):
            raise AdargaError("cli.take", text=text, span=(at, at + len(word)), value=word)
        yield Taken(name, int(times) if colon else 1)


def places(text: str, separator: str) -> Iterable[tuple[int, str]]:
    """The pieces of a text with the place each begins at.

    >>> list(places("a,bc", ","))
    [(0, 'a'), (2, 'bc')]
    """
    at = 0
    for piece in text.split(separator):
        yield at, piece
        at += len(piece) + len(separator)
