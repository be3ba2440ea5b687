"""What those in a fight are called: what is seen is numbered by what is seen, whoever is hidden."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.fight import Refusal
from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.codec import encode
from adarga.fight.log import Log, corrected
from adarga.fight.naming import hidden_names, seen_names
from adarga.fight.saved import lines_of, log_of
from adarga.fight.state import State
from adarga.fight.view import ROOM, Shows, Viewer, seen_refusal, seen_state, seen_waits
from adarga.fight.watching import told
from adarga.plan import Reason
from adarga.rules.library import rulebook
from adarga.rules.protocol import Combatant
from tests.fight.asking import answers, asked
from tests.fight.casts import CASTS
from tests.fight.table import Table

ANA = Viewer("player", "Ana")
NAMES = ("Goblin", "Bob", "Ogre 2")


def goblin(name: str = "Goblin") -> Combatant:
    return Combatant(name=name, points=7, dexterity=10)


def ids(fight: Table) -> list[str]:
    return [seat.id for seat in fight.state.seats]


def join(fight: Table, name: str, count: int = 1, *, hidden: bool = False, owner: str = "") -> None:
    fight.do(cmd.Join(sheet=goblin(name), count=count, hidden=hidden, owner=owner))


def test_one_alone_has_no_number_and_further_ones_count_on() -> None:
    fight = Table("percentile")
    for count in (1, 1, 2):
        join(fight, "Goblin", count)
    assert ids(fight) == ["Goblin", "Goblin 2", "Goblin 3", "Goblin 4"]
    three = Table("percentile")
    join(three, "Goblin", 3)
    join(three, "Goblin")
    assert ids(three)[-1] == "Goblin 4"


def test_a_name_that_ends_in_a_number_is_numbered_on_from_it() -> None:
    assert seen_names((), "Guard 7") == ["Guard 7"]
    assert seen_names(["Guard 7"], "Guard 7") == ["Guard 1"]


def test_hidden_ones_take_no_number_from_those_who_are_seen() -> None:
    fight = Table("percentile")
    join(fight, "Goblin", 2, hidden=True)
    join(fight, "Bob", hidden=True)
    join(fight, "Goblin")
    join(fight, "Bob")
    assert ids(fight) == ["(Goblin 1)", "(Goblin 2)", "(Bob)", "Goblin", "Bob"]
    fight.do(cmd.Reveal("(Goblin 2)"))
    fight.do(cmd.Reveal("(Bob)"))
    assert ids(fight) == ["(Goblin 1)", "Goblin 2", "Bob 2", "Goblin", "Bob"]
    assert fight.fighter("Bob 2").combatant.name == "Bob 2"


def test_who_hides_comes_back_under_the_name_that_was_seen() -> None:
    fight = Table("percentile")
    join(fight, "Goblin", 2)
    fight.next()
    fight.do(cmd.Reveal("Goblin 2", hidden=True))
    assert ids(fight) == ["Goblin 1", "(Goblin 2)"]
    assert fight.state.order == (("Goblin 1",), ("(Goblin 2)",))
    fight.do(cmd.Reveal("(Goblin 2)"))
    assert ids(fight) == ["Goblin 1", "Goblin 2"]


def test_who_hides_leaves_its_name_as_if_it_had_left() -> None:
    hiding, leaving = Table("percentile"), Table("percentile")
    for fight in (hiding, leaving):
        join(fight, "Goblin", 2)
    hiding.do(cmd.Reveal("Goblin 2", hidden=True))
    leaving.do(cmd.Leave("Goblin 2"))
    for fight in (hiding, leaving):
        join(fight, "Goblin")
        assert ids(fight)[-1] == "Goblin 2"
    hiding.do(cmd.Reveal("(Goblin 2)"))
    assert ids(hiding) == ["Goblin 1", "Goblin 3", "Goblin 2"]


def test_a_players_hidden_ones_are_numbered_apart() -> None:
    fight = Table("percentile")
    join(fight, "Wolf", hidden=True)
    join(fight, "Wolf", hidden=True, owner="Ana")
    join(fight, "Wolf", hidden=True)
    assert ids(fight) == ["(Wolf)", "(Ana: Wolf)", "(Wolf 2)"]
    fight.do(cmd.Own("(Wolf 2)", "Ana"))
    fight.do(cmd.Own("(Wolf)", "Eva"))
    assert ids(fight) == ["(Eva: Wolf)", "(Ana: Wolf)", "(Ana: Wolf 2)"]
    fight.do(cmd.Own("(Ana: Wolf)", ""))
    assert ids(fight) == ["(Eva: Wolf)", "(Wolf)", "(Ana: Wolf 2)"]
    assert hidden_names(ids(fight), "Wolf", owner="Eva") == ["(Eva: Wolf 2)"]


def test_names_in_brackets_are_for_the_hidden_alone() -> None:
    fight = Table("percentile")
    for hidden in (False, True):
        assert fight.refused(cmd.Join(sheet=goblin("(Bob)"), hidden=hidden)) == "fight.refused.brackets"


def test_what_is_owed_and_whose_turn_it_is_go_with_the_new_name() -> None:
    thrain = CASTS["absorption"][0]
    fight = Table("absorption")
    fight.do(cmd.Join(sheet=thrain, hidden=True))
    fight.next()
    fight.do(cmd.Usage("(Thrain)", ("chain-mail",)))
    fight.do(cmd.Reveal("(Thrain)"))
    assert fight.acting == ("Thrain",)
    assert [due.who for due in fight.state.due] == ["Thrain"]
    fight.do(cmd.Throw((("usage", (1,)),)))
    assert dict(fight.fighter("Thrain").usage) == {"chain-mail": "d6"}


def test_names_hold_under_undo_loading_and_corrections() -> None:
    book = rulebook("percentile")
    fight = Table("percentile")
    join(fight, "Goblin", 2, hidden=True)
    join(fight, "Goblin")
    fight.do(cmd.Reveal("(Goblin 1)"))
    fight.do(cmd.Lose("Goblin 2", 3))
    assert log_of(list(lines_of(fight.log, "percentile"))) == fight.log
    assert fight.log.undo(2).state.seat("(Goblin 1)") is not None
    assert fight.log.undo(2).redo(2) == fight.log
    other = corrected(book, fight.log, 2, cmd.Reveal("(Goblin 2)"))
    assert not isinstance(other, Refusal)
    assert other.refused == ()
    assert [(seat.id, seat.fighter.points) for seat in other.log.state.seats] == [
        ("(Goblin 1)", 7),
        ("Goblin 2", 4),
        ("Goblin", 7),
    ]


def test_old_files_keep_the_names_their_hidden_ones_had() -> None:
    fight = Table("percentile")
    join(fight, "Bob", hidden=True)
    seat = fight.state.seats[0]
    old = replace(seat, name="", fighter=replace(seat.fighter, id="Bob", combatant=goblin("Bob")))
    state = State(seats=(old,))
    events = decided(state, cmd.Reveal("Bob"))
    assert events == (ev.Revealed("Bob", False),)
    joined = decided(state, cmd.Join(sheet=goblin("Bob")))
    assert isinstance(joined[0], ev.Joined)
    assert joined[0].seat.id == "Bob 2"


def decided(state: State, command: cmd.Command) -> tuple[ev.Event, ...]:
    found = Log(state=state).told(rulebook("percentile"), command)
    assert isinstance(found, Log)
    return found.entries[-1].events


def test_copies_that_join_apart_share_no_turn() -> None:
    fight = Table("percentile")
    for hidden in (True, False):
        fight.do(cmd.Join(sheet=goblin(), count=2, share_turn=True, hidden=hidden))
    fight.next()
    assert fight.state.order == (("(Goblin 1)", "(Goblin 2)"), ("Goblin 1", "Goblin 2"))


class Twins:
    """Two fights told the same by all but the game master: in `full` there are hidden ones besides."""

    def __init__(self, book: str) -> None:
        self.book = rulebook(book)
        self.full = self.plain = Log()
        self.full_id: dict[str, str] = {}
        """What those of `plain` are called in `full`: hidden ones may be called otherwise."""

    def both(self, command: cmd.Command) -> None:
        """A command told to both: taken or refused alike, and refused with the same reason as players see it."""
        plain, full = self.plain.told(self.book, command), self.full.told(self.book, self.of_full(command))
        for viewer in (ANA, ROOM):
            assert self.reason(self.plain.state, viewer, plain) == self.reason(self.full.state, viewer, full)
        if isinstance(plain, Log) and isinstance(full, Log):
            was = [seat.id for seat in self.full.state.seats]
            self.plain, self.full = plain, full
            for event, other in zip(*(log.entries[-1].events for log in (plain, full)), strict=False):
                if isinstance(event, ev.Revealed | ev.Owned) and isinstance(other, ev.Revealed | ev.Owned):
                    self.full_id.pop(event.who, None)
                    self.full_id[event.name or event.who] = other.name or other.who
                elif isinstance(event, ev.Joined) and isinstance(other, ev.Joined):
                    self.full_id[event.seat.id] = other.seat.id
                    assert other.seat.id not in was
        self.pass_over()

    def reason(self, state: State, viewer: Viewer, found: Log | Refusal) -> object:
        return encode(seen_refusal(state, viewer, found).reason) if isinstance(found, Refusal) else None

    def of_full(self, command: cmd.Command) -> cmd.Command:
        found: dict[str, object] = {}
        if hasattr(command, "who"):
            found["who"] = self.full_id.get(command.who, command.who)
        if isinstance(command, cmd.Attack):
            found["aims"] = tuple(replace(aim, target=self.full_id.get(aim.target, aim.target)) for aim in command.aims)
        if isinstance(command, cmd.Reorder):
            found["ids"] = tuple(self.full_id.get(id, id) for id in command.ids)
        return replace(command, **found) if found else command  # type: ignore[arg-type]

    def extra(self, command: cmd.Command) -> None:
        """A command about those who are only in `full`."""
        found = self.full.told(self.book, command)
        if isinstance(found, Log):
            self.full = found
        self.pass_over()

    def extras(self) -> list[str]:
        known = set(self.full_id.values())
        return [seat.id for seat in self.full.state.seats if seat.id not in known]

    def pass_over(self) -> None:
        """The turns of those who are only in `full` are passed over, up to where `plain` stands."""
        only = set(self.extras())
        while self.full.state.pending is None:
            state = self.full.state
            later = any(not set(ids) <= only for ids in state.order[state.turn + 1 :])
            theirs = bool(state.acting) and set(state.acting) <= only and later
            if not theirs and state.clock.round >= self.plain.state.clock.round:
                return
            found = self.full.told(self.book, cmd.NextTurn())
            assert isinstance(found, Log)
            self.full = found

    def check(self) -> None:
        for viewer in (ANA, ROOM):
            for shows in (Shows(), Shows(foes="number", party="nothing")):
                assert self.sent(self.full, viewer, shows) == self.sent(self.plain, viewer, shows)

    def sent(self, log: Log, viewer: Viewer, shows: Shows) -> str:
        waits = seen_waits(self.book, log.state, viewer)
        return json.dumps(
            [
                encode(tuple(told(log.entries, viewer, shows))),
                encode(seen_state(log.state, viewer, shows)),
                encode(waits) if waits is not None else None,
            ],
            ensure_ascii=False,
        )


def comings(cast: tuple[Combatant, ...], twins: Twins) -> st.SearchStrategy[cmd.Command]:
    """Who joins, hides, comes out and changes hands, seen by all or hidden in both fights."""
    here = st.sampled_from([seat.id for seat in twins.plain.state.seats])
    joins = st.builds(
        cmd.Join,
        sheet=st.builds(replace, st.sampled_from(cast), name=st.sampled_from(NAMES)),
        count=st.integers(1, 2),
        owner=st.sampled_from(("", "Ana")),
        share_turn=st.booleans(),
        initiative=st.none() | st.integers(1, 20),
    )
    return st.one_of(
        joins,
        st.builds(cmd.Reveal, here, st.booleans()),
        st.builds(cmd.Own, here, st.sampled_from(("", "Ana"))),
        st.just(cmd.NextTurn()),
    )


def secrets(cast: tuple[Combatant, ...], twins: Twins) -> st.SearchStrategy[cmd.Command]:
    """What happens to those who are hidden, and only in the one fight."""
    joins: st.SearchStrategy[cmd.Command] = st.builds(
        cmd.Join,
        sheet=st.builds(replace, st.sampled_from(cast), name=st.sampled_from(NAMES)),
        count=st.integers(1, 2),
        hidden=st.just(True),
        share_turn=st.booleans(),
        initiative=st.none() | st.integers(1, 20),
    )
    extras = twins.extras()
    if not extras:
        return joins
    who = st.sampled_from(extras)
    return st.one_of(joins, st.builds(cmd.Leave, who), st.builds(cmd.SetInitiative, who, st.integers(1, 20)))


@pytest.mark.parametrize("book", CASTS)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_what_players_receive_does_not_depend_on_who_is_hidden(book: str, data: st.DataObject) -> None:
    """Two fights that differ only in the hidden are told in the very same bytes, and refuse the same."""
    cast, twins = CASTS[book], Twins(book)
    twins.both(cmd.Join(sheet=replace(cast[0], name="Goblin"), owner="Ana"))
    twins.both(cmd.Join(sheet=replace(cast[1], name="Goblin")))
    for _ in range(data.draw(st.integers(3, 16))):
        if twins.plain.state.pending is None and not twins.plain.state.due and data.draw(st.booleans()):
            twins.extra(data.draw(secrets(cast, twins)))
        waited = answers(twins.book, twins.plain.state)
        strategy = comings(cast, twins) | asked(cast, twins.plain.state)
        command = data.draw(strategy if waited is None else waited | strategy)
        # Stepping back ends with a hidden one's turn in the one fight: that is its own doing.
        empties = isinstance(command, cmd.Leave) and len(twins.plain.state.seats) == 1
        if not (isinstance(command, cmd.BackTurn) or empties or (isinstance(command, cmd.Join) and command.hidden)):
            twins.both(command)
    twins.check()


def turn_seen(fight: Table, viewer: Viewer = ROOM) -> tuple[str, ...]:
    seen = seen_state(fight.state, viewer, Shows())
    return seen.order[seen.turn]


def hidden_between(book: str = "percentile") -> Table:
    """Someone seen acts; after it comes someone hidden, then another who is seen."""
    fight = Table(book)
    for name, value, hidden in (("Bob", 30, False), ("Lurker", 20, True), ("Goblin", 10, False)):
        sheet = replace(goblin(name), dexterity=value)
        fight.do(cmd.Join(sheet=sheet, hidden=hidden, initiative=value))
    fight.do(cmd.NextTurn())
    return fight


@pytest.mark.parametrize("command", [cmd.Wait("Bob", 5), cmd.Delay(), cmd.Leave("Bob")])
def test_the_turn_seen_goes_on_when_who_acts_gives_it_up_before_someone_hidden(command: cmd.Command) -> None:
    fight = hidden_between()
    fight.do(command)
    assert turn_seen(fight) == ("Goblin",)
    fight.do(cmd.NextTurn())
    assert turn_seen(fight) == ("Goblin",)


def test_the_turn_seen_stays_while_someone_hidden_acts() -> None:
    fight = hidden_between()
    fight.do(cmd.NextTurn())
    assert (turn_seen(fight), fight.state.acting) == (("Bob",), ("(Lurker)",))


def test_reordering_nobody_is_refused_alike_where_only_someone_hidden_comes() -> None:
    fight = hidden_between()
    fight.do(cmd.Leave("Goblin"))
    assert fight.refused(cmd.Reorder(())) == "fight.refused.reorder_none"


def test_a_hidden_name_around_a_seen_one_is_not_told() -> None:
    fight = Table("percentile")
    join(fight, "Goblin")
    join(fight, "Goblin", hidden=True)
    hidden = next(id for id in ids(fight) if id != "Goblin")
    told = seen_refusal(fight.state, ROOM, Refusal(Reason("", "fight.refused.reorder", ids=f"Goblin, {hidden}")))
    assert dict(told.reason.values)["ids"] == "Goblin"
