"""Random commands for a fight as it stands: some fit it, some do not."""

from __future__ import annotations

from hypothesis import strategies as st

from adarga.fight import State
from adarga.fight import commands as cmd
from adarga.fight.state import Aim
from adarga.fight.striking import WaitsForDie, WaitsForReaction, waits_for
from adarga.rules.protocol import Combatant, Condition, Piece, Rulebook, Situation, Taken, Until

CONDITIONS = ("prone", "cover", "surprised", "unconscious", "dying", "dead", "out", "soaking", "defending", "object")
POINTS = st.integers(-1, 15)
TIMES = st.sampled_from((0, 1, 30, 25 * 60, 8 * 24 * 60))


def situations() -> st.SearchStrategy[Situation]:
    return st.builds(
        Situation,
        take=st.sampled_from(((), (), (Taken("sacrifice"),), (Taken("soak"),))),
        effectiveness=st.integers(0, 2),
        steps=st.integers(-2, 2),
        telling=st.booleans(),
        non_lethal=st.booleans(),
        modifier=st.sampled_from((0, 0, 20, -30)),
        reaction=st.sampled_from(("best", "best", "dodge", "block", "none")),
        simplified=st.sampled_from((None, True)),
        object=st.booleans(),
        aim=st.sampled_from(("", "", "shield", "rifle", "bite")),
    )


def asked(cast: tuple[Combatant, ...], state: State) -> st.SearchStrategy[cmd.Command]:
    """Any command whatever, about those in the fight most of the time."""
    ids = st.sampled_from([*(seat.id for seat in state.seats), "nobody"])
    conditions = st.builds(
        Condition,
        st.sampled_from(CONDITIONS),
        st.builds(Until, st.sampled_from(("turn", "round", "minute", "ever")), st.integers(0, 4)),
    )
    weapons = st.sampled_from(sorted({weapon.id for one in cast for weapon in one.weapons}))
    pieces = [piece for one in cast for piece in (*one.armour, *((one.shield,) if one.shield else ()))]
    piece_ids = st.sampled_from([*(piece.id for piece in pieces), "bite", "rifle", "axe", "nothing"])
    aims = st.lists(st.builds(Aim, ids, st.sampled_from(("full", "half", "none", "some"))), min_size=1, max_size=3)
    return st.one_of(
        attacks(ids, weapons, aims),
        st.builds(cmd.Wait, ids, st.integers(-1, 16)),
        st.sampled_from((cmd.NextTurn(), cmd.NextTurn(), cmd.BackTurn(), cmd.Delay(), cmd.Abandon())),
        st.builds(cmd.Defend, ids),
        st.builds(cmd.Lose, ids, POINTS) | st.builds(cmd.Heal, ids, POINTS) | st.builds(cmd.SetPoints, ids, POINTS),
        st.builds(cmd.SpendEnergy, ids, POINTS) | st.builds(cmd.SetInitiative, ids, st.integers(1, 20)),
        st.builds(cmd.SetCondition, ids, conditions) | st.builds(cmd.ClearCondition, ids, st.sampled_from(CONDITIONS)),
        st.builds(cmd.Pass, TIMES),
        st.builds(cmd.Usage, ids, st.just(()) | st.tuples(piece_ids)),
        worn(ids, pieces, piece_ids),
        joins(cast) | st.builds(cmd.Leave, ids),
        st.builds(cmd.Reveal, ids, st.booleans()) | st.builds(cmd.Own, ids, st.sampled_from(("", "Ana"))),
        st.permutations([id for turn in state.order[state.turn + 1 :] for id in turn]).map(
            lambda ids: cmd.Reorder(tuple(ids))
        ),
        st.builds(cmd.Override, POINTS) | st.builds(cmd.Decline, st.sampled_from(("attacker", "target", "both"))),
        st.builds(cmd.React, st.sampled_from(("sacrifice", "soak", "effectiveness", "run")), st.integers(0, 3)),
        st.builds(cmd.Throw, st.just((("damage", (3, 9)), ("attack", (0, 50))))),
    )


def attacks(
    ids: st.SearchStrategy[str], weapons: st.SearchStrategy[str], aims: st.SearchStrategy[list[Aim]]
) -> st.SearchStrategy[cmd.Command]:
    return st.builds(cmd.Attack, who=ids, weapon=weapons, aims=aims.map(tuple), situation=situations())


def joins(cast: tuple[Combatant, ...]) -> st.SearchStrategy[cmd.Command]:
    return st.builds(
        cmd.Join,
        sheet=st.sampled_from(cast),
        count=st.integers(0, 3),
        hidden=st.booleans(),
        share_turn=st.booleans(),
        initiative=st.none() | st.integers(1, 20),
    )


def worn(
    ids: st.SearchStrategy[str], pieces: list[Piece], piece_ids: st.SearchStrategy[str]
) -> st.SearchStrategy[cmd.Command]:
    taken_off = st.builds(cmd.TakeOff, ids, piece_ids)
    return taken_off | st.builds(cmd.PutOn, ids, st.sampled_from(pieces), st.booleans()) if pieces else taken_off


def answers(book: Rulebook, state: State) -> st.SearchStrategy[cmd.Command] | None:
    """What the fight waits for: the die with a face of its own, or one of the answers to what is offered."""
    waits = waits_for(book, state)
    if isinstance(waits, WaitsForDie):
        name = waits.name
        count = 1 if state.pending is not None else 12
        return st.lists(st.integers(1, waits.sides), min_size=count, max_size=count).map(
            lambda faces: cmd.Throw(((name, tuple(faces)),))
        )
    if isinstance(waits, WaitsForReaction):
        offer = st.sampled_from(waits.offers)
        return (
            offer.map(lambda one: cmd.Decline(one.by))
            | offer.flatmap(lambda one: st.integers(1, one.most).map(lambda times: cmd.React(one.name, times)))
            | st.integers(0, 9).map(cmd.Override)
        )
    return None
