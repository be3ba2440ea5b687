"""A fight under any commands, in each rulebook: what must hold whatever is asked of it."""

from __future__ import annotations

import json

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from adarga.fight import Refusal, decide, replay
from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.codec import decode, encode
from adarga.fight.log import Log
from adarga.fight.saved import lines_of, log_of
from adarga.fight.striking import plan_of, shared
from adarga.plan import Outcome, read
from adarga.rules.library import rulebook
from adarga.rules.protocol import Fighter
from tests.fight.asking import answers, asked
from tests.fight.casts import CASTS


class Fight(RuleBasedStateMachine):
    """Any commands on a fight of one rulebook, step by step."""

    book_id = "absorption"

    def __init__(self) -> None:
        super().__init__()
        self.book = rulebook(self.book_id)
        self.cast = CASTS[self.book_id]
        self.log = Log()

    @initialize()
    def everyone_joins(self) -> None:
        for sheet in self.cast:
            self.tell(cmd.Join(sheet=sheet))
        self.tell(cmd.NextTurn())

    def tell(self, command: cmd.Command) -> None:
        before = self.log.state
        found = decide(self.book, before, command)
        assert found == decide(self.book, before, command)
        told = self.log.told(self.book, command)
        if isinstance(found, Refusal):
            assert told == found
            assert found.reason.key
            return
        assert isinstance(told, Log)
        assert told.entries[-1].events == found
        self.check_strikes(found)
        self.log = told

    def check_strikes(self, events: tuple[ev.Event, ...]) -> None:
        """Each strike's dice, put through its plan, give what its event says, and its trace adds up."""
        state = self.log.state
        for event in events:
            if isinstance(event, ev.Struck):
                assert state.pending is not None
                outcome = read(plan_of(self.book, state, state.pending), dict(event.faces))
                assert isinstance(outcome, Outcome)
                assert (outcome.branch, outcome.damage, outcome.dice) == (event.branch, event.rolled, event.faces)
                assert event.overridden or event.damage == shared(outcome.damage, event.share)
                check_trace(event)
            state = replay((event,), state)

    @rule(data=st.data())
    def asks_anything(self, data: st.DataObject) -> None:
        self.tell(data.draw(asked(self.cast, self.log.state)))

    @rule(data=st.data())
    def answers_what_waits(self, data: st.DataObject) -> None:
        strategy = answers(self.book, self.log.state)
        if strategy is not None:
            before = len(self.log.entries)
            self.tell(data.draw(strategy))
            assert len(self.log.entries) == before + 1

    @rule(steps=st.integers(1, 4))
    def undoes_and_redoes(self, steps: int) -> None:
        steps = min(steps, len(self.log.entries))
        back = self.log.undo(steps)
        assert back.redo(steps) == self.log
        assert back.state == self.log.at(len(back.entries))
        assert log_of(list(lines_of(back, self.book_id))) == back

    @rule(steps=st.integers(1, 2))
    def undoes(self, steps: int) -> None:
        self.log = self.log.undo(steps)

    @invariant()
    def loading_is_replaying(self) -> None:
        lines = list(lines_of(self.log, self.book_id))
        assert log_of(lines) == self.log
        assert replay(event for entry in self.log.entries for event in entry.events) == self.log.state
        assert decode(json.loads(json.dumps(encode(self.log.state)))) == self.log.state

    @invariant()
    def nobody_stands_outside_the_scale(self) -> None:
        state = self.log.state
        ids = [seat.id for seat in state.seats]
        assert len(set(ids)) == len(ids)
        listed = [id for turn in state.order for id in turn]
        assert len(set(listed)) == len(listed)
        assert set(listed) <= set(ids)
        assert {due.who for due in state.due} <= set(ids)
        assert 0 <= state.turn <= len(state.order)
        for seat in state.seats:
            check_fighter(seat.fighter)


def check_fighter(fighter: Fighter) -> None:
    full, energy = fighter.combatant.points, fighter.combatant.energy
    assert (fighter.points is None) == (full is None)
    assert full is None or fighter.points is None or 0 <= fighter.points <= full
    assert energy is None or fighter.energy is None or 0 <= fighter.energy <= energy
    assert all(left >= 0 for _, left in fighter.pr)
    assert len(set(fighter.lost)) == len(fighter.lost)
    names = [condition.name for condition in fighter.conditions]
    assert len(set(names)) == len(names)


def check_trace(event: ev.Struck) -> None:
    """Rolled is absorbed and through, and the last line's damage is the event's."""
    for line in event.trace:
        values = dict(line.reason.values)
        if line.reason.key in ("plan.total", "plan.total_raised"):
            assert int(values["absorbed"]) + int(values["through"]) == int(values["rolled"])
            assert int(values["absorbed"]) >= 0
            if line.reason.key == "plan.total_raised":
                assert values["damage"] == event.rolled


class AbsorptionFight(Fight):
    book_id = "absorption"


class DamageStepsFight(Fight):
    book_id = "damage-steps"


class PercentileFight(Fight):
    book_id = "percentile"


QUICK = settings(max_examples=30, stateful_step_count=30, deadline=None)
TestAbsorption = AbsorptionFight.TestCase
TestAbsorption.settings = QUICK
TestDamageSteps = DamageStepsFight.TestCase
TestDamageSteps.settings = QUICK
TestPercentile = PercentileFight.TestCase
TestPercentile.settings = QUICK
