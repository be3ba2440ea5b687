"""The bodies of requests, each with an example; what they mean stands with the addresses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")
]
Rulebook = Literal["absorption", "damage-steps", "percentile"]
Value = Annotated[str, StringConstraints(max_length=200)] | int | bool | None
Values = Annotated[dict[Annotated[str, StringConstraints(max_length=40)], Value], Field(max_length=60)]
House = Annotated[str, StringConstraints(max_length=100_000)] | None
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Amount = Literal["number", "words", "nothing"]


class Body(BaseModel):
    """A body that holds nothing unknown."""

    model_config = ConfigDict(extra="forbid")


class NewTable(Body):
    """A table."""

    name: Name = Field(examples=["Thursday"])
    rulebook: Rulebook = "absorption"
    house: House = Field(None, description="The text of a house book (TOML).")


class NewSeat(Body):
    """A seat for a player."""

    name: Name = Field(examples=["Ana"])


class Joining(Body):
    """Taking a seat that nobody has taken, by the table's code."""

    code: Name = Field(examples=["K7P2QX"])
    seat: Name = Field(examples=["Ana"])


class Whose(Body):
    """Whose token: a player's seat, or the display's where it is left out."""

    seat: Name | None = Field(None, examples=["Ana"])


class NewFight(Body):
    """A fight."""

    name: Name = Field(examples=["The bridge"])
    rulebook: Rulebook | None = None
    house: House = None


class FightChange(Body):
    """Another name, whether it is played, and how points are shown to others."""

    name: Name | None = None
    open: bool | None = None
    foes: Amount | None = None
    party: Amount | None = None


class IntentBody(Body):
    """What is asked of a fight: the fields of the pages' forms, `verb` first."""

    id: Key = Field(examples=["a1b2c3"], description="Made by whoever asks; the same id again is done once.")
    about: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        None, description="The `question` that is answered."
    )
    seen: Annotated[int, Field(ge=0, le=10**9)] | None = Field(None, description="The number last seen.")
    verb: Annotated[str, StringConstraints(max_length=20)] = Field(examples=["attack"])
    fields: Annotated[
        dict[Annotated[str, StringConstraints(max_length=60)], str | int | bool | list[str]], Field(max_length=60)
    ] = Field(default_factory=dict, examples=[{"who": "Thrain", "weapon": "axe", "target": ["Ogre"]}])


class CorrectionBody(Body):
    """Other dice of an earlier line, in the order they were given."""

    line: Annotated[int, Field(ge=1, le=10**6)]
    face: Annotated[list[Annotated[int, Field(ge=0, le=10**6)]], Field(max_length=200)]
    id: Key | None = Field(None, description="Left out: nothing is done, only shown.")
    seen: Annotated[int, Field(ge=0, le=10**9)] | None = None


class Strike(Body):
    """A strike: a rulebook, a house book where there is one, and the fields of the strike by their names."""

    rulebook: Rulebook = Field(examples=["absorption"])
    house: House = None
    values: Values = Field(examples=[{"damage": "d10", "absorption": 4, "points": 12}])


class SurvivalOf(Strike):
    """How soon a strike takes the target's points."""

    strikes: Annotated[int, Field(ge=1, le=200)] = 30


class MatrixOf(Strike):
    """A measure of a strike along two axes."""

    rows: Annotated[str, StringConstraints(min_length=1, max_length=400)] = Field(examples=["damage=d6,d8,d10"])
    columns: Annotated[str, StringConstraints(min_length=1, max_length=400)] = Field(examples=["absorption=0..6"])
    measure: Annotated[str, StringConstraints(max_length=40)] = "mean"


class DuelOf(Body):
    """A duel: for each side the values of a strike at it and of its own weapon."""

    rulebook: Rulebook
    house: House = None
    first: Values = Field(examples=[{"damage": "d8", "absorption": 2, "points": 12}])
    second: Values = Field(examples=[{"damage": "d10", "absorption": 1, "points": 15}])
    opening: Literal["order", "first", "second"] = "order"
    habit: Literal["never", "always", "last", "best"] = "never"


Answer = dict[str, Any]
