"""The log of a fight: undo and redo, the game master's word, several targets, corrections of earlier entries."""

from __future__ import annotations

import pytest

from adarga.fight import Refusal, replay
from adarga.fight import commands as cmd
from adarga.fight import events as ev
from adarga.fight.log import Correction, Log, corrected
from adarga.fight.saved import corrected_line, lines_of, log_of, undone_line
from adarga.fight.state import Aim
from adarga.rules.protocol import Situation
from tests.fight.casts import ABSORPTION, DAMAGE_STEPS
from tests.fight.table import Table, struck


def table() -> Table:
    return Table("absorption", *ABSORPTION)


def strikes(log: Log) -> list[ev.Struck]:
    return [event for entry in log.entries for event in entry.events if isinstance(event, ev.Struck)]


def correction(fight: Table, line: int, command: cmd.Command) -> Correction:
    found = corrected(fight.book, fight.log, line, command)
    assert isinstance(found, Correction)
    return found


def test_undo_and_redo_of_as_many_steps_as_there_are() -> None:
    fight = table()
    assert fight.log.undo(99).entries == ()
    assert fight.log.undo(99).redo(99) == fight.log
    fight.log = fight.log.undo()
    assert [seat.id for seat in fight.state.seats] == ["Thrain", "Ximena", "Ogre"]


def test_a_new_command_forgets_what_was_undone() -> None:
    fight = table()
    fight.log = fight.log.undo()
    fight.do(cmd.NextTurn())
    assert fight.log.redo() == fight.log


def test_the_state_at_any_line() -> None:
    fight = table()
    fight.strike("Ogre", "club", "Goblin", 4, 4)
    states = [fight.log.at(line) for line in range(len(fight.log.entries) + 1)]
    assert states[-1] == fight.state
    for before, entry, after in zip(states, fight.log.entries, states[1:], strict=False):
        assert replay(entry.events, before) == after


def test_several_targets_each_with_its_share() -> None:
    fight = table()
    aims = (Aim("Goblin"), Aim("Ogre", "half"), Aim("Ogre", "none"))
    fight.do(cmd.Attack(who="Ogre", weapon="club", aims=aims))
    fight.throw(4, 5)
    assert [(one.target, one.rolled, one.damage) for one in strikes(fight.log)] == [
        ("Goblin", 9, 9),
        ("Ogre", 7, 3),
        ("Ogre", 7, 0),
    ]
    assert (fight.fighter("Goblin").points, fight.fighter("Ogre").points) == (0, 17)


def test_what_is_no_target_or_share_is_refused() -> None:
    fight = table()
    assert fight.refused(cmd.Attack(who="Ogre", weapon="club", aims=())) == "fight.refused.no_target"
    assert fight.refused(cmd.Attack(who="Ogre", weapon="club", aims=(Aim("Nobody"),))) == "fight.refused.unknown"
    assert fight.refused(cmd.Attack(who="Ogre", weapon="club", aims=(Aim("Goblin", "third"),))) == "fight.refused.share"
    assert fight.refused(cmd.Attack(who="Ogre", weapon="axe", aims=(Aim("Goblin"),))) == "fight.refused.no_weapon"


def test_the_game_masters_word_is_recorded_beside_what_the_dice_said() -> None:
    fight = table()
    fight.attack("Ogre", "club", "Goblin")
    assert fight.refused(cmd.Override(4)) == "fight.refused.override_early"
    fight.throw(1)
    assert fight.refused(cmd.Throw((), override=4)) == "fight.refused.override_early"
    found = struck(fight.do(cmd.Throw((("damage", (2,)),), override=4)))
    assert found is not None
    assert (found.damage, found.rolled, found.overridden) == (4, 3, True)
    assert fight.fighter("Goblin").points == 1


def test_the_game_master_answers_for_a_player() -> None:
    fight = table()
    fight.strike("Ogre", "club", "Thrain", 3, 6, 6)
    assert fight.refused(cmd.Override(-1)) == "fight.refused.negative"
    fight.do(cmd.Override(0))
    assert fight.fighter("Thrain").points == 14
    assert strikes(fight.log)[-1].overridden


def test_all_else_is_refused_while_a_strike_waits() -> None:
    fight = table()
    assert fight.refused(cmd.Throw((("damage", (1,)),))) == "fight.refused.nothing_waits"
    fight.attack("Ogre", "club", "Thrain")
    for command in (cmd.NextTurn(), cmd.Lose("Thrain", 1), cmd.React("soak"), cmd.Decline("target")):
        assert fight.refused(command) == "fight.refused.waits_die"
    fight.throw(3, 6, 6)
    assert fight.refused(cmd.Throw((("damage", (1,)),))) == "fight.refused.waits_reaction"
    fight.do(cmd.Abandon())
    assert fight.fighter("Thrain").points == 14


def test_a_die_that_was_another_is_corrected_with_all_that_follows() -> None:
    fight = table()
    line = len(fight.log.entries) + 1
    fight.strike("Ogre", "club", "Goblin", 1, 2)
    fight.do(cmd.Lose("Goblin", 1))
    fight.strike("Goblin", "sabre", "Ogre", 6)
    found = correction(fight, line, cmd.Throw((("damage", (6,)),)))
    assert found.log.entries[:line] == fight.log.entries[:line]
    assert (line, line) in found.changed
    assert found.log.state.fighter("Goblin").points == 0
    assert [(at, refused.reason.key) for at, refused in found.refused] == [
        (line + 3, "fight.refused.helpless"),
        (line + 4, "fight.refused.nothing_waits"),
    ]


def test_correcting_into_the_same_changes_nothing() -> None:
    fight = table()
    fight.strike("Ogre", "club", "Goblin", 1, 2)
    for line, entry in enumerate(fight.log.entries):
        found = correction(fight, line, entry.command)
        assert (found.log, found.changed, found.refused) == (fight.log, (), ())


def test_it_should_have_been_non_lethal() -> None:
    fight = Table("damage-steps", *DAMAGE_STEPS)
    line = len(fight.log.entries)
    fight.strike("Odile", "sword", "Odile", 15, 8)
    aimed = cmd.Attack(who="Odile", weapon="sword", aims=(Aim("Odile"),), situation=Situation(non_lethal=True))
    found = correction(fight, line, aimed)
    assert (strikes(fight.log)[0].damage, strikes(found.log)[0].damage) == (8, 2)


def test_a_correction_that_cannot_be_is_refused_and_changes_nothing() -> None:
    fight = table()
    assert isinstance(corrected(fight.book, fight.log, 0, cmd.Leave("Nobody")), Refusal)
    with pytest.raises(IndexError):
        corrected(fight.book, fight.log, 99, cmd.NextTurn())


def test_a_correction_is_one_line_of_the_file() -> None:
    fight = table()
    line = len(fight.log.entries) + 1
    fight.strike("Ogre", "club", "Goblin", 1, 2)
    lines = list(lines_of(fight.log, "absorption"))
    found = correction(fight, line, cmd.Throw((("damage", (3,)),)))
    assert log_of([*lines, corrected_line(line, found.log.entries[line:])]) == found.log


def test_a_correction_is_undone_as_one_step_also_from_the_file() -> None:
    fight = table()
    fight.do(cmd.Lose("Ogre", 3))
    fight.do(cmd.Heal("Ogre", 1))
    before = fight.log
    line = len(before.entries) - 2
    after = correction(fight, line, cmd.Lose("Ogre", 5)).log
    assert after.undo() == before
    assert after.undo(2) == before.undo()
    lines = [*lines_of(before, "absorption"), corrected_line(line, after.entries[line:])]
    opened = log_of(lines)
    assert opened == after
    assert opened.undo() == before
    for steps in (1, 2):
        again = log_of([*lines, undone_line(opened, steps)])
        assert again.entries == after.undo(steps).entries
        assert again.undo().entries == after.undo(steps + 1).entries
