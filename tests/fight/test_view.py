"""What a viewer may see of a fight: nothing of the hidden, of others no more than the table shows."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adarga.fight import Refusal
from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.codec import decode, encode
from adarga.fight.log import Log
from adarga.fight.state import Aim
from adarga.fight.striking import WaitsForDie, WaitsForReaction
from adarga.fight.view import MASTER, ROOM, SeenState, Shows, Viewer, health, seen_refusal, seen_state, seen_waits
from adarga.fight.watching import Appeared, HealthSeen, Owes, Told, told
from adarga.rules.library import rulebook
from adarga.rules.protocol import Clock, Combatant, Condition, Until
from tests.fight.asking import answers, asked
from tests.fight.casts import CASTS, named

ANA = Viewer("player", "Ana")
FOE, NAME, SECRET = "Skarn", "Xhulgoth", "(Xhulgoth)"
WORDS, NOTHING, NUMBER = Shows(), Shows(foes="nothing", party="nothing"), Shows(foes="number", party="number")
FOE_NUMBERS = re.compile(r"(?<!\d)-?7[0-3]\d{5}(?!\d)")
SECRET_WORDS = re.compile(r"xhulgoth|zzblade|(?<!\d)-?59\d{5}(?!\d)", re.IGNORECASE)
LEFT_OUT = (cmd.Join, cmd.Reveal, cmd.Own)


def sheets(book: str) -> tuple[Combatant, Combatant, Combatant]:
    """Ana's own, a foe and someone hidden, with numbers and names that nothing else has."""
    own, foe, secret, *_ = CASTS[book]
    blade = replace(secret.weapons[0], id="zzblade", name=named("zzblade"))
    return (
        own,
        replace(foe, name=FOE, points=7_300_000),
        replace(secret, name=NAME, points=5_910_000, weapons=(blade,)),
    )


def begun(book: str) -> Log:
    own, foe, secret = sheets(book)
    log = Log()
    for command in (
        cmd.Join(sheet=secret, hidden=True, initiative=20),
        cmd.Join(sheet=own, owner="Ana", side="party", initiative=15),
        cmd.Join(sheet=foe, side="monsters", initiative=10),
        cmd.NextTurn(),
    ):
        log = asking(book, log, command)
    return log


def asking(book: str, log: Log, command: cmd.Command) -> Log:
    """The log after a command that must not be refused."""
    found = log.told(rulebook(book), command)
    assert not isinstance(found, Refusal), found
    return found


def thrown(waits: WaitsForDie, face: int) -> cmd.Throw:
    """What is waited for: the attacker's die shows `face` or the most it can, the target's fails."""
    failing = 1 if waits.name == "dexterity" else waits.sides
    return cmd.Throw(((waits.name, (min(face, waits.sides) if waits.by == "attacker" else failing,)),))


def struck(book: str, log: Log, attacker: str, target: str, face: int, weapon: str = "") -> Log:
    """The log after a whole strike: the attacker's dice show `face` or the most they can, the target's fail."""
    weapon = weapon or log.state.fighter(attacker).combatant.weapons[0].id
    log = asking(book, log, cmd.Attack(who=attacker, weapon=weapon, aims=(Aim(target),)))
    while log.state.pending is not None:
        waits = seen_waits(rulebook(book), log.state, MASTER)
        if isinstance(waits, WaitsForDie):
            log = asking(book, log, thrown(waits, face))
        else:
            assert isinstance(waits, WaitsForReaction)
            log = asking(book, log, cmd.Decline(waits.offers[0].by))
    return log


def stream(log: Log, viewer: Viewer, shows: Shows = WORDS) -> list[Told]:
    return list(told(log.entries, viewer, shows))


def written(log: Log, viewer: Viewer, shows: Shows) -> str:
    """Every byte a viewer is sent: each state on the way, and the stream."""
    states = [encode(seen_state(log.at(line), viewer, shows)) for line in range(len(log.entries) + 1)]
    return json.dumps([states, encode(stream(log, viewer, shows))], ensure_ascii=False)


@pytest.mark.parametrize("book", CASTS)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_nothing_leaks(book: str, data: st.DataObject) -> None:
    cast = sheets(book)
    ids = [cast[0].name, FOE, SECRET]
    log = begun(book)
    plot = st.builds(
        cmd.Attack,
        who=st.just(SECRET),
        weapon=st.just("zzblade"),
        aims=st.lists(st.builds(Aim, st.sampled_from(ids)), min_size=1, max_size=2).map(tuple),
    )
    blow = st.builds(cmd.Lose, st.sampled_from(ids), st.sampled_from((3, 90_000)))
    named_after = st.builds(cmd.SetCondition, st.sampled_from(ids), st.just(Condition("marked by xhulgoth")))
    others = asked(cast[:2], log.state).filter(
        lambda command: not isinstance(command, LEFT_OUT) and command != cmd.Leave(SECRET)
    )
    for _ in range(data.draw(st.integers(1, 12))):
        strategy = st.one_of(others, plot, blow) | named_after
        waited = answers(rulebook(book), log.state)
        found = log.told(rulebook(book), data.draw(strategy if waited is None else waited | strategy))
        log = log if isinstance(found, Refusal) else found
    for shows in (WORDS, NOTHING):
        for viewer in (ANA, ROOM):
            check_sent(log, viewer, shows)


def check_sent(log: Log, viewer: Viewer, shows: Shows) -> None:
    sent = written(log, viewer, shows)
    assert SECRET_WORDS.findall(sent) == []
    assert FOE_NUMBERS.findall(sent) == []
    seen = stream(log, viewer, shows)
    assert [one.number for one in seen] == list(range(1, len(seen) + 1))
    present: list[str] = []
    for one in seen:
        if isinstance(one.event, Appeared):
            present.append(one.event.seat.id)
        elif isinstance(one.event, ev.Left):
            present.remove(one.event.who)
    assert present == [seat.id for seat in seen_state(log.state, viewer, shows).seats]


@pytest.mark.parametrize("book", CASTS)
def test_who_is_hidden_has_no_turn(book: str) -> None:
    log = begun(book)
    own = CASTS[book][0].name
    assert SECRET in {id for turn in log.state.order for id in turn}
    seen = seen_state(log.state, ANA, WORDS)
    assert [seat.id for seat in seen.seats] == [own, FOE]
    assert {id for turn in seen.order for id in turn} == {own, FOE}
    before = stream(log, ROOM)
    for _ in range(3):
        if SECRET in log.state.acting:
            assert stream(asking(book, log, cmd.Lose(SECRET, 5)), ROOM) == before
        log = asking(book, log, cmd.NextTurn())
        before = stream(log, ROOM)


@pytest.mark.parametrize("book", CASTS)
def test_who_comes_out_appears_with_its_turn(book: str) -> None:
    log = asking(book, begun(book), cmd.Reveal(SECRET))
    last = [one.event for one in stream(log, ROOM)][-2:]
    assert isinstance(last[0], Appeared)
    assert (last[0].seat.id, last[0].seat.health, last[0].seat.fighter) == (NAME, "unhurt", None)
    assert isinstance(last[1], ev.Ordered)
    assert NAME in {id for turn in last[1].order for id in turn}
    again = asking(book, log, cmd.Reveal(NAME, hidden=True))
    assert ev.Left(NAME) in [one.event for one in stream(again, ROOM)]
    assert ev.Revealed(NAME, True, SECRET) in [one.event for one in stream(again, MASTER)]


@pytest.mark.parametrize("book", CASTS)
def test_the_game_master_sees_everything(book: str) -> None:
    log = struck(book, begun(book), SECRET, FOE, 20)
    assert [one.event for one in stream(log, MASTER)] == [event for one in log.entries for event in one.events]
    seen = seen_state(log.state, MASTER, NOTHING)
    assert [seat.fighter for seat in seen.seats] == [seat.fighter for seat in log.state.seats]
    assert (seen.order, seen.turn, seen.pending, seen.due) == (log.state.order, log.state.turn, None, log.state.due)


@pytest.mark.parametrize("book", CASTS)
def test_a_hidden_targets_strike_is_not_told(book: str) -> None:
    log = begun(book)
    assert stream(struck(book, log, FOE, SECRET, 20), ROOM) == stream(log, ROOM)


@pytest.mark.parametrize("book", CASTS)
def test_a_hidden_attacker_is_no_one(book: str) -> None:
    own = CASTS[book][0].name
    log = begun(book)
    strikes = [one.event for one in stream(struck(book, log, SECRET, own, 1), ANA) if isinstance(one.event, ev.Struck)]
    assert [(one.attacker, one.weapon, one.target) for one in strikes] == [("", "", own)]
    assert {name for name, _ in strikes[0].faces} <= {"dexterity", "dodge", "block"}
    aimed = log.told(rulebook(book), cmd.Attack(who=SECRET, weapon="zzblade", aims=(Aim(own), Aim(FOE))))
    assert isinstance(aimed, Log)
    if aimed.state.pending is not None:
        assert seen_state(aimed.state, ROOM, WORDS).pending is None
        pending = seen_state(aimed.state, ANA, WORDS).pending
        assert pending is not None
        assert (pending.attacker, pending.weapon, pending.aims) == ("", "", (Aim(own),))


@pytest.mark.parametrize("book", CASTS)
@pytest.mark.parametrize("shows", [WORDS, NOTHING, NUMBER])
def test_points_of_others_are_shown_as_set(book: str, shows: Shows) -> None:
    log = asking(book, begun(book), cmd.Lose(FOE, 3_000_000))
    seat = seen_state(log.state, ROOM, shows).seats[1]
    numbers, word = (4_300_000, 7_300_000), "hurt"
    shown = {"number": (*numbers, word), "words": (None, None, word), "nothing": (None, None, None)}[shows.foes]
    assert (seat.points, seat.full, seat.health) == shown
    assert (HealthSeen(FOE, "hurt") in [one.event for one in stream(log, ROOM, shows)]) == (shows.foes != "nothing")
    assert ("-3000000" in written(log, ROOM, shows)) == (shows.foes == "number")


def test_party_and_foes_are_shown_each_in_its_way() -> None:
    seen = seen_state(begun("absorption").state, ROOM, Shows(foes="nothing", party="number"))
    assert [(seat.points, seat.health) for seat in seen.seats] == [(14, "unhurt"), (None, None)]


@pytest.mark.parametrize(
    ("points", "word"),
    [(20, "unhurt"), (19, "scratched"), (15, "scratched"), (14, "hurt"), (10, "hurt"), (9, "badly-hurt"),
     (5, "badly-hurt"), (4, "on-the-brink"), (1, "on-the-brink"), (0, "down")],
)  # fmt: skip
def test_health_is_a_word(points: int, word: str) -> None:
    assert health(points, 20) == word


def test_points_nobody_counts_have_no_word() -> None:
    assert health(None, None) is None
    assert health(0, 0) is None


@pytest.mark.parametrize("book", CASTS)
def test_the_trace_of_a_foe_shows_dice_and_damage_alone(book: str) -> None:
    own = CASTS[book][0].name
    face = {"absorption": 15, "damage-steps": 19, "percentile": 6}[book]
    for viewer in (ANA, ROOM):
        log = struck(book, begun(book), own, FOE, face)
        one = next(one.event for one in stream(log, viewer) if isinstance(one.event, ev.Struck))
        real = next(event for entry in log.entries for event in entry.events if isinstance(event, ev.Struck))
        assert {line.reason.key for line in one.trace} == {"fight.seen.dice", "fight.seen.damage"}
        assert [line for line in one.trace if line.runs or line.before is not None] == []
        assert (one.damage, one.faces) == (real.damage, real.faces)
        assert len(one.trace) < len(real.trace)


def test_ones_own_armour_stays_in_the_trace() -> None:
    log = struck("absorption", begun("absorption"), FOE, "Thrain", 15, "flame")
    mine, rooms = (
        next(one.event for one in stream(log, viewer) if isinstance(one.event, ev.Struck)) for viewer in (ANA, ROOM)
    )
    assert "absorption.piece_armour" in {line.reason.key for line in mine.trace}
    assert "absorption.piece_armour" not in {line.reason.key for line in rooms.trace}


def test_an_override_is_the_game_masters_own() -> None:
    log = asking("absorption", begun("absorption"), cmd.Attack(who="Thrain", weapon="axe", aims=(Aim(FOE),)))
    log = asking("absorption", log, cmd.Throw((("attack", (15,)), ("dexterity", (1,)), ("damage", (9,))), override=2))
    master, ana = (
        next(one.event for one in stream(log, viewer) if isinstance(one.event, ev.Struck)) for viewer in (MASTER, ANA)
    )
    assert (master.overridden, master.damage) == (True, 2)
    assert (ana.overridden, ana.damage, ana.rolled) == (False, 2, 2)
    assert str(master.rolled) not in json.dumps(encode([line.reason for line in ana.trace]))


def test_offers_are_told_to_whose_they_are() -> None:
    book = rulebook("absorption")
    log = asking("absorption", begun("absorption"), cmd.Attack(who=FOE, weapon="missile", aims=(Aim("Thrain"),)))
    assert seen_waits(book, log.state, ROOM) == seen_waits(book, log.state, MASTER)
    while isinstance(waits := seen_waits(book, log.state, MASTER), WaitsForDie):
        log = asking("absorption", log, thrown(waits, 15))
    assert isinstance(waits, WaitsForReaction)
    mine = seen_waits(book, log.state, ANA)
    assert isinstance(mine, WaitsForReaction)
    assert {offer.by for offer in mine.offers} == {"target"}
    assert seen_waits(book, log.state, ROOM) is None


def test_rolls_of_others_are_owed_without_their_numbers() -> None:
    log = asking("absorption", begun("absorption"), cmd.Usage("Thrain", ("chain-mail",)))
    assert Owes("Thrain", "usage") in [one.event for one in stream(log, ROOM)]
    assert seen_state(log.state, ROOM, WORDS).owing == (("Thrain", "usage"),)
    assert seen_state(log.state, ANA, WORDS).due == log.state.due
    assert seen_waits(rulebook("absorption"), log.state, ROOM) == WaitsForDie("target", "usage", 8)
    hidden = asking("absorption", log, cmd.Reveal("Thrain", hidden=True))
    assert seen_waits(rulebook("absorption"), hidden.state, ROOM) is None
    assert [due.who for due in seen_state(hidden.state, ANA, WORDS).due] == ["(Ana: Thrain)"]
    assert seen_state(hidden.state, ANA, WORDS).seats[0].hidden


def test_conditions_are_seen_without_their_end() -> None:
    log = begun("percentile")
    for condition in (Condition("prone", Until("round", 9)), Condition("failing"), Condition(f"seen by {SECRET}")):
        log = asking("percentile", log, cmd.SetCondition(FOE, condition))
    assert seen_state(log.state, ANA, WORDS).seats[1].conditions == (Condition("prone"),)
    cleared = asking(
        "percentile", asking("percentile", log, cmd.ClearCondition(FOE, "failing")), cmd.ClearCondition(FOE, "prone")
    )
    assert len(stream(cleared, ANA)) == len(stream(log, ANA)) + 1


def test_a_fighter_given_away_is_seen_whole_by_its_new_owner() -> None:
    log = asking("absorption", begun("absorption"), cmd.Own(SECRET, "Ana"))
    last = stream(log, ANA)[-2].event
    assert isinstance(last, Appeared)
    assert last.seat.fighter == log.state.fighter("(Ana: Xhulgoth)")
    assert stream(log, ROOM) == stream(begun("absorption"), ROOM)
    back = asking("absorption", log, cmd.Own("(Ana: Xhulgoth)", ""))
    assert stream(back, ANA)[-2].event == ev.Left("(Ana: Xhulgoth)")
    assert back.state.seat(SECRET) is not None


def test_pieces_put_on_are_seen_by_name_alone() -> None:
    mail = CASTS["absorption"][0].armour[0]
    log = asking("absorption", begun("absorption"), cmd.PutOn(FOE, mail))
    donned = stream(log, ROOM)[-1].event
    assert isinstance(donned, ev.Donned)
    assert (donned.piece.id, donned.piece.absorption, donned.piece.usage_die) == ("chain-mail", 0, None)
    assert stream(asking("absorption", log, cmd.TakeOff(FOE, "chain-mail")), ROOM)[-1].event == ev.Doffed(
        FOE, "chain-mail"
    )


def test_a_player_without_a_name_owns_nothing() -> None:
    assert [seat.fighter for seat in seen_state(begun("absorption").state, Viewer("player"), WORDS).seats] == [
        None,
        None,
    ]


def test_what_is_seen_comes_back_from_json() -> None:
    seen = seen_state(begun("absorption").state, ANA, WORDS)
    assert decode(json.loads(json.dumps(encode(seen)))) == seen
    assert seen != SeenState(clock=Clock())


def test_refusals_name_nobody_hidden() -> None:
    log = begun("absorption")
    late = asking("absorption", log, cmd.Join(sheet=Combatant(name="Late"), hidden=True))
    found = late.told(rulebook("absorption"), cmd.Reorder(()))
    assert isinstance(found, Refusal)
    assert dict(found.reason.values)["ids"] == f"(Late), {FOE}, Thrain"
    assert dict(seen_refusal(late.state, ROOM, found).reason.values)["ids"] == f"{FOE}, Thrain"
    assert seen_refusal(late.state, MASTER, found) == found
