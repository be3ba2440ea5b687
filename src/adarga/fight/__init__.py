"""A fight over time as pure functions: `decide` turns a command into events, `evolve` applies an event to a state."""

from __future__ import annotations

from adarga.fight.decide import decide
from adarga.fight.evolve import evolve, replay
from adarga.fight.state import Refusal, Seat, State

__all__ = ["Refusal", "Seat", "State", "decide", "evolve", "replay"]
