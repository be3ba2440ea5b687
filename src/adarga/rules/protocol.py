"""What a rulebook is given and what it gives back: the types every book shares, and the protocol they keep.

All are frozen standard-library dataclasses. A field says who uses it in its docstring; a book that does not know
a field takes no notice of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from adarga.plan import Outcome, Plan, Reason
from adarga.rules.values import Characteristic, Count, Level, Names, Percent, Rating, Signed

NO_NAME = Names.same("")
FORBID: dict[str, str] = {"extra": "forbid"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Weapon:
    """A weapon, an attack or a spell.

    `damage` is notation (`"d8"`, `"2d6[S]+1d4[E]+2"`: labels are damage types in `damage-steps`).

    - `absorption`: `penetration` stated on the sheet (None: by die), `test` the characteristic rolled to hit,
      `usage_die`, `spell`, `unabsorbable`.
    - `damage-steps`: `type` (several: any of them), `ap` armour penetration, `bonus` to hit (None: none given),
      `steps` damage steps it always has, `non_lethal` always.
    - `percentile`: `skill` in per cent, `pr` resistance points of the thing itself.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    id: str = ""
    name: Names = NO_NAME
    damage: str
    price: Count | None = None
    penetration: Count | None = None
    test: Characteristic = "strength"
    usage_die: str | None = None
    spell: bool = False
    unabsorbable: bool = False
    type: tuple[str, ...] = ()
    ap: Signed = 0
    bonus: Signed | None = None
    steps: Signed = 0
    non_lethal: bool = False
    skill: Percent | None = None
    pr: Count | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Piece:
    """A piece of protection: armour, a shield, natural hide.

    - `absorption`: `absorption` points, `usage_die`, `price` in gold.
    - `damage-steps`: `ar` ratings by type, `worn` (natural hide and hardness are not).
    - `percentile`: `points` of armour, `pr` resistance points of the thing itself.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    id: str = ""
    name: Names = NO_NAME
    price: Count | None = None
    absorption: Count = 0
    usage_die: str | None = None
    ar: tuple[Rating, ...] = ()
    worn: bool = True
    points: Count = 0
    pr: Count | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Combatant:
    """Who fights: a sheet, as it stands when nothing has happened yet.

    `points` are full hit points, `energy` full energy points (None: not counted).

    - `absorption`: `level` (given: run by the game master by level, a monster), characteristics, `absorption` (a
      number on the sheet, instead of its sum), `armour` (one), `shield`, `item` (absorption of a magic item),
      `stone_born`, `can_sacrifice` the shield.
    - `damage-steps`: `armour` pieces with ratings, `defence`, `resistant` and `vulnerable` (types, or `"all"`).
    - `percentile`: `dexterity` (DES), `constitution`, `armour` pieces with points, `dodge` and `block` in per cent.
    """

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    name: str = ""
    points: Count | None = None
    energy: Count | None = None
    level: Level | None = None
    strength: Level | None = None
    dexterity: Level | None = None
    constitution: Level | None = None
    intelligence: Level | None = None
    wisdom: Level | None = None
    charisma: Level | None = None
    absorption: Count | None = None
    armour: tuple[Piece, ...] = ()
    shield: Piece | None = None
    item: Count = 0
    stone_born: bool = False
    can_sacrifice: bool = False
    defence: Signed | None = None
    resistant: tuple[str, ...] = ()
    vulnerable: tuple[str, ...] = ()
    dodge: Percent | None = None
    block: Percent | None = None
    weapons: tuple[Weapon, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Monster:
    """Someone a book already knows: its names and its sheet, which a roster may take and change."""

    __pydantic_config__: ClassVar[dict[str, str]] = FORBID

    id: str = ""
    name: Names = NO_NAME
    sheet: Combatant


@dataclass(frozen=True, slots=True)
class Matchup:
    """Who strikes whom, with what."""

    attacker: Combatant
    target: Combatant
    weapon: Weapon


@dataclass(frozen=True, slots=True)
class Taken:
    """An offer taken, `times` over."""

    name: str
    times: int = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Situation:
    """All that was chosen for one strike, before the roll or after.

    `take` holds the offers taken, whatever the order of the clicks; taking one that the blow does not offer is an
    error of `plan` (`offer.none`, with those on offer).

    - `absorption`: `effectiveness` points the attack came with, `soak_energy` spent beforehand by the stone-born.
    - `damage-steps`: `steps` from abilities, `elect` a row of the ladder (number or dice), `telling` forced,
      `non_lethal`.
    - `percentile`: `prone` target (or in cover), `defending` target, `modifier` on the attack, `defence_modifier`
      on dodge or block, `reaction` the target's choice (`best`: the higher chance of those on its sheet),
      `simplified` damage (None: as the book's switch says), `object`: an inanimate one, or one carried where the
      attack has a skill; `aim` the id of the carried thing struck at (empty: the target itself is the object, its
      points are its resistance).
    - `absorption` and `percentile`: `helpless` target, which cannot act and so neither dodges, blocks nor avoids.
    """

    take: tuple[Taken, ...] = ()
    effectiveness: Count = 0
    soak_energy: Count = 0
    steps: Signed = 0
    elect: int | str | None = None
    telling: bool = False
    non_lethal: bool = False
    prone: bool = False
    defending: bool = False
    modifier: Signed = 0
    defence_modifier: Signed = 0
    reaction: Literal["best", "dodge", "block", "none"] = "best"
    helpless: bool = False
    simplified: bool | None = None
    object: bool = False
    aim: str = ""


@dataclass(frozen=True, slots=True)
class Clock:
    """Game time: the round of the fight (from 1) and the minutes passed since it was opened."""

    round: int = 1
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Until:
    """When a condition ends: at the bearer's own `"turn"`, at the end of `"round"` or at `"minute"` number `at`."""

    when: Literal["turn", "round", "minute", "ever"]
    at: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition someone is in (`defending`, `prone`, `surprised`, `unconscious`, `dying`, `dead`, `out`, ...).

    `amount` is how much of it, where it counts: the energy points of the stone-born who is `soaking`.
    """

    name: str
    until: Until = Until("ever")
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Wound:
    """Points lost at once, `minutes` into the game, and whether that was a severe wound."""

    loss: int
    severe: bool
    minutes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Fighter:
    """A combatant as it stands in a fight.

    `points` and `energy` left (None: not counted), `initiative` as typed or rolled, `waiting` the value its DES
    was lowered to this round, `usage` the dice its pieces have stepped down to (by id; `""`: worn out), `lost` ids
    of pieces gone, `pr` resistance points left by id, `wounds` taken.
    """

    id: str
    combatant: Combatant
    points: int | None = None
    energy: int | None = None
    initiative: int | None = None
    waiting: int | None = None
    conditions: tuple[Condition, ...] = ()
    usage: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()
    pr: tuple[tuple[str, int], ...] = ()
    wounds: tuple[Wound, ...] = ()

    def has(self, condition: str) -> bool:
        """Whether it is in a condition."""
        return any(one.name == condition for one in self.conditions)


@dataclass(frozen=True, slots=True)
class PointsChanged:
    """Hit points gained (`by` > 0) or lost (`by` < 0)."""

    who: str
    by: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class EnergySpent:
    """Energy points spent on something."""

    who: str
    by: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class PieceLost:
    """A piece or weapon gone for good: sacrificed, worn out, broken."""

    who: str
    piece: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class DieStepped:
    """A usage die gone down to the next smaller one."""

    who: str
    piece: str
    to: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class ResistanceChanged:
    """Resistance points of a thing lost (`by` < 0)."""

    who: str
    piece: str
    by: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class ConditionSet:
    """A condition that begins."""

    who: str
    condition: Condition
    reason: Reason


@dataclass(frozen=True, slots=True)
class ConditionCleared:
    """A condition that ends."""

    who: str
    name: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Wounded:
    """A wound, light or severe, to be remembered."""

    who: str
    wound: Wound
    reason: Reason


@dataclass(frozen=True, slots=True)
class CheckDue:
    """A further roll that is owed: a plan of its own; `about` is the piece it is for, if any."""

    who: str
    name: str
    plan: Plan
    reason: Reason
    about: str = ""


Change = (
    PointsChanged
    | EnergySpent
    | PieceLost
    | DieStepped
    | ResistanceChanged
    | ConditionSet
    | ConditionCleared
    | Wounded
    | CheckDue
)
"""What can happen to a fighter: the closed set that `after` and `tick` give back."""


@dataclass(frozen=True, slots=True)
class Strike:
    """A strike that came out: the matchup and choices it was compiled from, the two fighters before it, the outcome."""

    matchup: Matchup
    situation: Situation
    attacker: Fighter
    target: Fighter
    outcome: Outcome


class Book(Protocol):
    """The tables and switches of a rulebook, as far as every book has them."""

    @property
    def id(self) -> str:
        """The id: that of a house book, or the same as `base`."""
        ...

    @property
    def name(self) -> Names:
        """What the book is called."""
        ...

    @property
    def base(self) -> str:
        """The rulebook it is a version of: `absorption`, `damage-steps`, `percentile`."""
        ...

    @property
    def weapons(self) -> Mapping[str, Weapon]:
        """Its weapons by id."""
        ...


class Rulebook(Protocol):
    """The protocol every rulebook keeps, so that nothing else asks which book it is."""

    @property
    def id(self) -> str:
        """The id: `absorption`, `damage-steps`, `percentile`, or that of a house book."""
        ...

    @property
    def book(self) -> Book:
        """Its tables and switches."""
        ...

    def names(self, thing: str) -> Names | None:
        """The names of a thing of this book by its id, None where it has none such."""
        ...

    def plan(self, matchup: Matchup, situation: Situation) -> Plan:
        """The plan of one strike. Raises `AdargaError` for what the rules do not allow."""
        ...

    def order(self, fighters: Sequence[Fighter], round: int) -> tuple[tuple[str, ...], ...]:
        """Who acts in a round, in turn order, by id; those who act at the same moment share a turn."""
        ...

    def after(self, strike: Strike, clock: Clock) -> tuple[Change, ...]:
        """What a strike changes: points, energy, pieces, wounds, and the rolls that fall due.

        Of a strike at someone, not at a thing, that is what it changes with a damage of 0, which depends on no points
        left and no wounds, and what `lose` says of its damage.
        """
        ...

    def lose(self, fighter: Fighter, loss: int, clock: Clock) -> tuple[Change, ...]:
        """What losing points at once changes, whatever they were lost to."""
        ...

    def healed(self, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """What follows for a fighter to whom points came back, whatever the way; it has them already."""
        ...

    def settle(self, due: CheckDue, outcome: Outcome, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """What the roll of a check that fell due changes."""
        ...

    def plain(self, fighter: Fighter) -> bool:
        """Whether losing points, however many and whenever, changes nothing of a fighter's essence but its points.

        At 0 points it is out of the fight; until then it acts as if it had lost none.
        """
        ...

    def tick(self, fighter: Fighter, before: Clock, now: Clock) -> tuple[Change, ...]:
        """What the passing of rounds or game time changes."""
        ...

    def defend(self, fighter: Fighter, clock: Clock) -> tuple[Change, ...]:
        """What only defending oneself sets; nothing where the book does not know it."""
        ...

    def essence(self, fighter: Fighter, clock: Clock) -> Fighter:
        """The fighter with nothing left that can change what happens to it while no game time passes.

        Two fighters with equal essences fight on alike, round by round.
        """
        ...

    def usage(self, fighter: Fighter, pieces: Sequence[str] | None) -> tuple[CheckDue, ...]:
        """The usage rolls of some pieces by id, or (None) all that fall due after a fight."""
        ...
