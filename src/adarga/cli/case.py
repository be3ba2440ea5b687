"""From the flags of a command line to the strike they describe: rulebook, matchup and situation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from adarga.cli.flags import FLAGS, flags_of
from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.rules.library import rulebook
from adarga.rules.names import search, unknown
from adarga.rules.protocol import Combatant, Matchup, Rulebook, Situation, Taken, Weapon

if TYPE_CHECKING:
    from adarga.cli.books import Given
    from adarga.rules.loading import Roster


@dataclass(slots=True)
class Case:
    """A strike while its flags are being read: sheets first, then what the flags put in their place."""

    base: str
    rulebook: Rulebook
    attacker: Combatant
    target: Combatant
    weapon: Weapon
    situation: Situation

    @property
    def matchup(self) -> Matchup:
        """Who strikes whom, with what."""
        return Matchup(self.attacker, self.target, self.weapon)

    def set(self, side: str, field: str, value: Any) -> None:
        """Put a value into a field of one side."""
        setattr(self, side, replace(getattr(self, side), **{field: value}))


def book_of(base: str, house: str | None) -> Rulebook:
    """The rulebook to play by: the one that ships, or a house book on the same base.

    Raises `AdargaError` (`cli.house_base`) where the house book has another base.
    """
    if house is None:
        return rulebook(base)
    from pathlib import Path

    from adarga.rules.loading import house as load

    found = load(Path(house))
    if base_of(found) != base:
        raise AdargaError("cli.house_base", house=house, base=base_of(found), book=base)
    return found


def base_of(book: Rulebook) -> str:
    """The rulebook that a book is a version of."""
    return book.book.base


def read_case(base: str, given: Given) -> Case:
    """The strike that a command line describes. Raises `AdargaError` for what does not go together."""
    from adarga.cli import fields

    case = _sheets(base, given)
    fields.exclusions(given)
    put_flags(case, given)
    fields.special(case, given)
    if given["take"]:
        case.situation = replace(case.situation, take=tuple(taken(given["take"])))
    return case


def put_flags(case: Case, given: Given) -> None:
    """Put into its field the value of every flag that just fills one."""
    for flag in flags_of(case.base):
        side, _, field = flag.goes.partition(".")
        value = given.get(dest(flag.spelling))
        if side in ("attacker", "target", "weapon", "situation") and value is not None and value is not False:
            case.set(side, field, value)


def roster_of(base: str, given: Given) -> Roster:
    """The roster of `--roster`, played by `--house`, else by the book it names."""
    from pathlib import Path

    from adarga.rules.loading import roster

    house = given["house"]
    return roster(Path(given["roster"]), base if house is None else book_of(base, house))


def dest(spelling: str) -> str:
    """The name a flag's value goes under."""
    return spelling.split("/")[0].removeprefix("--").replace("-", "_")


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
    elif own:
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


def spelling_of(name: str) -> str:
    """How the flag of a value is written."""
    return next(flag.spellings[0] for flag in FLAGS if dest(flag.spelling) == name)
