"""The one table of what describes a strike: each field's name, who knows it, what it fills, and its range.

Flags of the command line are made of it; whoever else asks for a strike (a page, an API) reads the same table.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from adarga.errors import AdargaError
from adarga.rules.library import RULEBOOKS
from adarga.rules.names import folded, unknown
from adarga.rules.protocol import Combatant, Piece, Rulebook, Situation, Weapon
from adarga.rules.values import Range

ABSORPTION, DAMAGE_STEPS, PERCENTILE = RULEBOOKS
SIDES: dict[str, type] = {
    "attacker": Combatant,
    "target": Combatant,
    "test": Combatant,
    "weapon": Weapon,
    "piece": Piece,
    "situation": Situation,
}
"""What a field may fill: `piece` is a nameless armour of the target, `test` what the weapon's test is against."""


class Field(NamedTuple):
    """One thing that can be said of a strike.

    `goes` is what it fills, as `target.dexterity`: a side of `SIDES` and its attribute. `kind` is `number`, `switch`,
    `either` (a switch with a contrary), `types` (named ones, or all) or `text` that is to be read first.
    """

    name: str
    books: tuple[str, ...]
    kind: Literal["number", "switch", "either", "types", "text"]
    goes: str

    @property
    def range(self) -> Range:
        """The numbers it takes; without ends where it is no number."""
        side, _, attribute = self.goes.partition(".")
        return _range(_hints(SIDES[side])[attribute]) or Range()


_ALL, _A, _D, _P = RULEBOOKS, (ABSORPTION,), (DAMAGE_STEPS,), (PERCENTILE,)
FIELDS = (
    Field("damage", _ALL, "text", "weapon.damage"),
    Field("points", _ALL, "number", "target.points"),
    Field("take", _ALL, "text", "situation.take"),
    Field("penetration", _A, "number", "weapon.penetration"),
    Field("effectiveness", _A, "number", "situation.effectiveness"),
    Field("energy", _A, "number", "attacker.energy"),
    Field("spell", _A, "switch", "weapon.spell"),
    Field("unabsorbable", _A, "switch", "weapon.unabsorbable"),
    Field("monster_level", _A, "number", "attacker.level"),
    Field("absorption", _A, "number", "target.absorption"),
    Field("constitution", _A, "number", "target.constitution"),
    Field("armour", _A, "text", "target.armour"),
    Field("shield", _A, "text", "target.shield"),
    Field("item", _A, "number", "target.item"),
    Field("stone_born", _A, "switch", "target.stone_born"),
    Field("soak_energy", _A, "number", "situation.soak_energy"),
    Field("can_sacrifice", _A, "switch", "target.can_sacrifice"),
    Field("attack_characteristic", _A, "number", "test.strength"),
    Field("dexterity", _A, "number", "target.dexterity"),
    Field("type", _D, "text", "weapon.type"),
    Field("steps", _D, "number", "situation.steps"),
    Field("elect", _D, "text", "situation.elect"),
    Field("bonus", _D, "number", "weapon.bonus"),
    Field("defence", _D, "number", "target.defence"),
    Field("ap", _D, "number", "weapon.ap"),
    Field("ar", _D, "text", "piece.ar"),
    Field("resistant", _D, "types", "target.resistant"),
    Field("vulnerable", _D, "types", "target.vulnerable"),
    Field("non_lethal", _D, "switch", "situation.non_lethal"),
    Field("worn", _D, "either", "piece.worn"),
    Field("telling", _D, "switch", "situation.telling"),
    Field("skill", _P, "number", "weapon.skill"),
    Field("armour", _P, "number", "piece.points"),
    Field("dodge", _P, "number", "target.dodge"),
    Field("block", _P, "number", "target.block"),
    Field("prone", _P, "switch", "situation.prone"),
    Field("defending", _P, "switch", "situation.defending"),
    Field("modifier", _P, "number", "situation.modifier"),
    Field("defence_modifier", _P, "number", "situation.defence_modifier"),
    Field("simplified", _P, "either", "situation.simplified"),
    Field("object", _P, "switch", "situation.object"),
)
"""Every field, in the order people are told of them."""


def field_of(rulebook: Rulebook, name: str) -> Field:
    """A field that a book knows, by its name; case, hyphens and underscores are forgiven.

    Raises `AdargaError`: `books.field_of` for one of other books, else `books.unknown`, with the nearest names.

    >>> from adarga.rules.library import rulebook
    >>> field_of(rulebook("absorption"), "Stone-born").goes
    'target.stone_born'
    """
    base = rulebook.book.base
    named = [field for field in FIELDS if folded(field.name) == folded(name)]
    found = next((field for field in named if base in field.books), None)
    if found is not None:
        return found
    if named:
        others = ", ".join(book for field in named for book in field.books)
        raise AdargaError("books.field_of", name=named[0].name, books=others, book=base)
    raise unknown("field", name, (field.name for field in FIELDS if base in field.books))


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _range(hint: Any) -> Range | None:
    if get_origin(hint) is Annotated:
        return next((extra for extra in hint.__metadata__ if isinstance(extra, Range)), None)
    return next((found for part in get_args(hint) if (found := _range(part))), None)
