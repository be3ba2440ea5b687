"""The one table of a strike's flags: how each is written, which rulebooks know it, and what field it fills."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import click

from adarga.cli.frame import Number, exact_option, json_option, option
from adarga.rules.library import RULEBOOKS
from adarga.rules.protocol import Combatant, Situation, Weapon
from adarga.rules.values import Range
from adarga.words import Words

ABSORPTION, DAMAGE_STEPS, PERCENTILE = RULEBOOKS


class Flag(NamedTuple):
    """One flag.

    `goes` is where its value goes: `attacker`, `target`, `weapon` or `situation` and the field there; empty where it
    takes more than setting one field. `kind` is `number`, `switch`, `either` (a switch with a contrary), `types`
    (alone: every type) or `text`; `metavar` stands for a text in help, as the word of `cli.metavar.METAVAR`.
    """

    spelling: str
    books: tuple[str, ...]
    kind: str
    goes: str = ""
    metavar: str = ""
    help_key: str | None = None

    @property
    def spellings(self) -> tuple[str, ...]:
        """How it may be written: `--worn` and `--not-worn`."""
        return tuple(self.spelling.split("/"))

    @property
    def takes_value(self) -> bool:
        """Whether the next word belongs to it."""
        return self.kind in ("number", "text")


_ALL, _A, _D, _P = RULEBOOKS, (ABSORPTION,), (DAMAGE_STEPS,), (PERCENTILE,)
FLAGS = (
    Flag("--roster", _ALL, "text", metavar="file"),
    Flag("--attacker", _ALL, "text", metavar="name"),
    Flag("--target", _ALL, "text", metavar="name"),
    Flag("--weapon", _ALL, "text", metavar="name"),
    Flag("--house", _ALL, "text", metavar="file"),
    Flag("--damage", _ALL, "text", metavar="dice"),
    Flag("--points", _ALL, "number", "target.points"),
    Flag("--take", _ALL, "text", metavar="offers"),
    Flag("--penetration", _A, "number", "weapon.penetration"),
    Flag("--effectiveness", _A, "number", "situation.effectiveness"),
    Flag("--energy", _A, "number", "attacker.energy"),
    Flag("--spell", _A, "switch", "weapon.spell"),
    Flag("--unabsorbable", _A, "switch", "weapon.unabsorbable"),
    Flag("--monster-level", _A, "number", "attacker.level"),
    Flag("--absorption", _A, "number", "target.absorption"),
    Flag("--constitution", _A, "number", "target.constitution"),
    Flag("--armour", _A, "text", metavar="name"),
    Flag("--shield", _A, "text", metavar="name"),
    Flag("--item", _A, "number", "target.item"),
    Flag("--stone-born", _A, "switch", "target.stone_born"),
    Flag("--soak-energy", _A, "number", "situation.soak_energy"),
    Flag("--can-sacrifice", _A, "switch", "target.can_sacrifice"),
    Flag("--attack-characteristic", _A, "number", "attacker.strength"),
    Flag("--dexterity", _A, "number", "target.dexterity"),
    Flag("--type", _D, "text", metavar="types"),
    Flag("--steps", _D, "number", "situation.steps"),
    Flag("--elect", _D, "text", metavar="row"),
    Flag("--bonus", _D, "number", "weapon.bonus"),
    Flag("--defence", _D, "number", "target.defence"),
    Flag("--ap", _D, "number", "weapon.ap"),
    Flag("--ar", _D, "text", metavar="ratings"),
    Flag("--resistant", _D, "types", metavar="types"),
    Flag("--vulnerable", _D, "types", metavar="types"),
    Flag("--non-lethal", _D, "switch", "situation.non_lethal"),
    Flag("--worn/--not-worn", _D, "either"),
    Flag("--telling", _D, "switch", "situation.telling"),
    Flag("--skill", _P, "number", "weapon.skill"),
    Flag("--armour", _P, "number", "piece.points", help_key="armour-points"),
    Flag("--dodge", _P, "number", "target.dodge"),
    Flag("--block", _P, "number", "target.block"),
    Flag("--prone", _P, "switch", "situation.prone"),
    Flag("--defending", _P, "switch", "situation.defending"),
    Flag("--modifier", _P, "number", "situation.modifier"),
    Flag("--defence-modifier", _P, "number", "situation.defence_modifier"),
    Flag("--simplified/--not-simplified", _P, "either", "situation.simplified"),
    Flag("--object", _P, "switch", "situation.object"),
)
ABSORPTION_VALUE = (
    "--roster", "--target", "--house", "--absorption", "--constitution", "--armour", "--shield", "--item",
    "--stone-born", "--soak-energy",
)  # fmt: skip
"""The flags an absorption value is made of."""
TAKE_VALUES = frozenset(
    ("--lang", "--seed", "--dice", *(spelling for flag in FLAGS if flag.takes_value for spelling in flag.spellings))
)
"""Every spelling after which the next word is its value, whichever the book."""


def flags_of(book: str) -> tuple[Flag, ...]:
    """The flags a rulebook knows."""
    return tuple(flag for flag in FLAGS if book in flag.books)


def books_of(spelling: str) -> tuple[str, ...]:
    """The rulebooks that know a flag; none where it is no flag at all."""
    return tuple(book for book in RULEBOOKS if any(spelling in flag.spellings for flag in flags_of(book)))


def dest(spelling: str) -> str:
    """The name a flag's value goes under."""
    return spelling.split("/")[0].removeprefix("--").replace("-", "_")


def spelling_of(name: str) -> str:
    """How the flag of a value is written."""
    return next(flag.spellings[0] for flag in FLAGS if dest(flag.spelling) == name)


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _range(hint: Any) -> Range | None:
    if get_origin(hint) is Annotated:
        return next((extra for extra in hint.__metadata__ if isinstance(extra, Range)), None)
    return next((found for part in get_args(hint) if (found := _range(part))), None)


def bounds(flag: Flag) -> Number:
    """The numbers a flag takes: those of the field it fills."""
    side, _, field = flag.goes.partition(".")
    if side == "piece":
        from adarga.rules.protocol import Piece

        found = _range(_hints(Piece)[field])
    else:
        cls = {"weapon": Weapon, "situation": Situation}.get(side, Combatant)
        found = _range(_hints(cls)[field])
    return Number() if found is None else Number.within(found)


def option_of(words: Words, flag: Flag) -> click.Option:
    """A flag as click takes it."""
    if flag.kind == "number":
        return option(words, flag.spelling, help_key=flag.help_key, type=bounds(flag))
    if flag.kind == "switch":
        return option(words, flag.spelling, is_flag=True)
    if flag.kind == "either":
        return option(words, flag.spelling, is_flag=True, default=None)
    metavar = words.say(f"cli.metavar.{flag.metavar}")
    return option(words, flag.spelling, metavar=f"[={metavar}]" if flag.kind == "types" else metavar)


def options_of(words: Words, flags: tuple[Flag, ...]) -> Iterator[click.Option]:
    """Several flags as click takes them, and the two that every question of a book has."""
    for flag in flags:
        yield option_of(words, flag)
    yield exact_option(words)
    yield json_option(words)
