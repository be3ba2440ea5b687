"""What can be asked of a fight. The dice that fell come in the command."""

from __future__ import annotations

from dataclasses import dataclass, field

from adarga.fight.state import Aim
from adarga.rules.protocol import Combatant, Condition, Fighter, Piece, Situation

Faces = tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Join:
    """Someone enters, `count` of them: copies are numbered. `initiative` as typed or rolled, None: not yet.

    `conditions` are those it enters in; `object` is that of a thing by itself (a door): it takes no turn.
    `stood`: how it came out of an earlier fight, points, energy, wounds and all, the times in it those of this fight.
    """

    sheet: Combatant
    count: int = 1
    side: str = ""
    hidden: bool = False
    owner: str = ""
    share_turn: bool = False
    initiative: int | None = None
    conditions: tuple[Condition, ...] = ()
    stood: Fighter | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """Someone leaves the fight."""

    who: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """A hidden fighter is seen, or a seen one hidden again."""

    who: str
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Own:
    """A fighter is given to a player's seat (`""`: back to the game master)."""

    who: str
    owner: str


@dataclass(frozen=True, slots=True)
class SetInitiative:
    """The value a fighter acts at, as rolled or set."""

    who: str
    value: int


@dataclass(frozen=True, slots=True)
class Reorder:
    """The turns that are still to come this round, in the order given by hand."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextTurn:
    """The next turn, or the next round when all have acted; it also begins the fight."""


@dataclass(frozen=True, slots=True)
class BackTurn:
    """Back to the turn before, in this round."""


@dataclass(frozen=True, slots=True)
class Delay:
    """The one who acts goes to the end of this round's order."""


@dataclass(frozen=True, slots=True)
class Wait:
    """The one who acts waits: it acts again when the count comes down to `value` this round."""

    who: str
    value: int


@dataclass(frozen=True, slots=True)
class Defend:
    """The one who acts only defends itself, until its next turn and no longer."""

    who: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Attack:
    """A strike with a weapon at one target or several, with what was chosen and the dice already thrown."""

    who: str
    weapon: str
    aims: tuple[Aim, ...]
    situation: Situation = field(default_factory=Situation)
    faces: Faces = ()


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that fell for what waits: a strike under way, else the oldest roll that is owed.

    `override`: the game master's damage instead of what these dice come to, where they are a strike's last.
    """

    faces: Faces
    override: int | None = None


@dataclass(frozen=True, slots=True)
class React:
    """An offer taken on the strike under way, `times` over."""

    offer: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Decline:
    """No further reaction by `by`: `"attacker"` or `"target"`."""

    by: str


@dataclass(frozen=True, slots=True)
class Override:
    """The game master sets the damage of the strike under way, whatever the dice said."""

    damage: int


@dataclass(frozen=True, slots=True)
class Abandon:
    """The strike under way, or the oldest roll that is owed, is called off."""


@dataclass(frozen=True, slots=True)
class Lose:
    """Points taken off by hand: they have the same consequences as a blow."""

    who: str
    points: int


@dataclass(frozen=True, slots=True)
class Heal:
    """Points given back, never above the full ones."""

    who: str
    points: int


@dataclass(frozen=True, slots=True)
class SetPoints:
    """Points as they are to be: what is lost by it counts as a loss."""

    who: str
    points: int


@dataclass(frozen=True, slots=True)
class SpendEnergy:
    """Energy spent on something the rules do not know."""

    who: str
    points: int


@dataclass(frozen=True, slots=True)
class SetCondition:
    """A condition set by hand."""

    who: str
    condition: Condition


@dataclass(frozen=True, slots=True)
class ClearCondition:
    """A condition ended by hand."""

    who: str
    name: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Game time passes: `minutes` of it."""

    minutes: int


@dataclass(frozen=True, slots=True)
class Usage:
    """The usage dice of pieces are to be rolled: those named, or all that are due after a fight."""

    who: str
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PutOn:
    """A piece of armour or a shield is put on."""

    who: str
    piece: Piece
    shield: bool = False


@dataclass(frozen=True, slots=True)
class TakeOff:
    """A piece of armour or a shield is taken off."""

    who: str
    piece: str


Command = (
    Join
    | Leave
    | Reveal
    | Own
    | SetInitiative
    | Reorder
    | NextTurn
    | BackTurn
    | Delay
    | Wait
    | Defend
    | Attack
    | Throw
    | React
    | Decline
    | Override
    | Abandon
    | Lose
    | Heal
    | SetPoints
    | SpendEnergy
    | SetCondition
    | ClearCondition
    | Pass
    | Usage
    | PutOn
    | TakeOff
)
"""Everything that can be asked."""
