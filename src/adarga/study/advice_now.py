"""What is best to do now, in a fight under way: for the one whose turn it is, and once the dice of a strike fell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from adarga.errors import AdargaError
from adarga.fight.state import Pending, State
from adarga.fight.striking import as_it_stands, matchup_of, situation_of
from adarga.plan import Needs, Outcome, read
from adarga.rules.protocol import Fighter, Rulebook
from adarga.study.advice import Worth, actions_of, ranked
from adarga.study.contest import Contest, Fall, Moment, Move, Side
from adarga.study.duel import solved
from adarga.study.habits import Habit
from adarga.study.solution import Outlook
from adarga.study.standings import FIRST, LATER, entered
from adarga.study.strikes import Action, Choice, StrikeLaw
from adarga.study.telling import Teller


@dataclass(frozen=True, slots=True)
class Now:
    """What may be done now and what each is worth, the best first.

    `outlook` is how the duel ends, for the attacker as the first. `actions` are the attacker's, on its turn;
    `attacker` and `target` the choices of offers that are open to each, once the dice of a strike between them fell:
    the target's after the attacker has chosen, the best for it where it has not yet. What is not open is empty.
    """

    outlook: Outlook[float]
    actions: tuple[Worth, ...] = ()
    attacker: tuple[Worth, ...] = ()
    target: tuple[Worth, ...] = ()


def advise_now(
    book: Rulebook,
    state: State,
    attacker: str,
    target: str,
    *,
    habit: Habit = "best",
    foe_habit: Habit = "best",
    elect: Sequence[int | str] = (),
) -> Now:
    """What `attacker` should do against `target` as both stand in a fight, were it between those two to the end.

    It is the attacker's turn. Where a strike of it at the target waits for answers with all its dice thrown, what each
    may take of the offers is weighed instead. `elect` lists rows of the ladder to look at too. The habits are those of
    both from now on.

    Raises `KeyError` for who is not in the fight, and `AdargaError` as `advise` does and where one of the two cannot
    fight on (`duel.down`).
    """
    fighters = tuple(entered(book, state.fighter(id), state.clock) for id in (attacker, target))
    foes = (fighters[1], fighters[0])
    rows = (tuple(elect), ())
    sides = [
        Side(
            sheet=fighter.combatant,
            actions=actions_of(book, as_it_stands(fighter), as_it_stands(foe), electable),
            habit=decides,
            conditions=fighter.conditions,
            initiative=fighter.initiative,
        )
        for fighter, foe, electable, decides in zip(fighters, foes, rows, (habit, foe_habit), strict=True)
    ]
    pending = _thrown(book, state, attacker, target)
    if pending is not None:
        struck = Action(pending[0].weapon, replace(pending[0].situation, take=()))
        if struck not in sides[0].actions:
            sides[0] = replace(sides[0], actions=(*sides[0].actions, struck))
    contest, moment = _begun(book, state, sides, fighters)
    if contest.over(moment):
        raise AdargaError("duel.down", first=attacker, second=target)
    solution = solved(contest, moment)
    teller = Teller(contest, solution, 0)
    if pending is None:
        moves = ((move.action, teller.outlook(moment, move)) for move in contest.moves(moment))
        return Now(solution.at(moment), actions=ranked(teller, moves))
    return _choices(book, state, teller, moment, struck, *pending)


def _begun(book: Rulebook, state: State, sides: list[Side], fighters: tuple[Fighter, ...]) -> tuple[Contest, Moment]:
    """The contest, and the moment of it that the fight has come to: the attacker's turn."""
    before = [id for turn in state.order[: state.turn + 1] for id in turn]
    ahead = fighters[1].id in before and fighters[1].id not in state.acting
    contest = Contest(book, sides[0], sides[1])
    round = FIRST if state.clock.round <= FIRST else LATER
    ids = [fighter.id for fighter in fighters]
    seated = [seat.fighter for seat in state.seats if seat.id in ids]
    listed = [ids.index(id) for turn in book.order(seated, LATER) for id in turn]
    contest.order[LATER] = (1, 0) if listed[:1] == [1] else (0, 1)
    contest.order[round] = (1, 0) if ahead else (0, 1)
    numbers = [contest.standings.number(fighter, round) for fighter in fighters]
    return contest, Moment((numbers[0], numbers[1]), round, int(ahead))


def _thrown(book: Rulebook, state: State, attacker: str, target: str) -> tuple[Pending, Outcome] | None:
    """The strike between the two that waits for answers alone, and how it stands with nothing taken."""
    pending = state.pending
    if pending is None or pending.attacker != attacker or pending.aims[0].target != target:
        return None
    plain = replace(pending, situation=replace(pending.situation, take=()))
    found = read(book.plan(matchup_of(book, state, plain), situation_of(book, state, plain)), pending.thrown())
    return None if isinstance(found, Needs) else (pending, found)


def _choices(
    book: Rulebook, state: State, teller: Teller, moment: Moment, action: Action, pending: Pending, plain: Outcome
) -> Now:
    move = teller.move(moment, action)
    assert move.law is not None
    fall = _fallen(book, state, move, move.law, pending, plain)
    open_ = [_still_open(listed, pending, by) for listed, by in _sides(move.law)]
    gains = {(a, t): teller.worth(fall.ends[a][t]) for a in open_[0] for t in open_[1]}
    # The target answers what the attacker has taken: the worst answer for the attacker is the one to reckon with.
    answers = {a: min(open_[1], key=lambda t, a=a: (round(teller.mine(gains[a, t]), 12), t)) for a in open_[0]}  # type: ignore[misc]
    taken = max(open_[0], key=lambda a: (round(teller.mine(gains[a, answers[a]]), 12), -a))
    mine = ranked(teller, [(move.law.attacker[a], gains[a, answers[a]]) for a in open_[0]])
    foe = replace(teller, who=1)
    theirs = ranked(foe, [(move.law.target[t], gains[taken, t]) for t in open_[1]])
    return Now(
        gains[taken, answers[taken]],
        attacker=mine if len(mine) > 1 else (),
        target=theirs if len(theirs) > 1 else (),
    )


def _sides(law: StrikeLaw) -> tuple[tuple[tuple[Choice, ...], str], ...]:
    return (law.attacker, "attacker"), (law.target, "target")


def _still_open(choices: tuple[Choice, ...], pending: Pending, by: str) -> list[int]:
    """The numbers of the choices that go with what was taken already; only that one where the side has passed."""
    offers = {taken.name for choice in choices for taken in choice}
    had = {taken.name: taken.times for taken in pending.situation.take if taken.name in offers}
    found = [
        n
        for n, choice in enumerate(choices)
        if all({t.name: t.times for t in choice}.get(name) == times for name, times in had.items())
    ]
    return found[:1] if by in pending.passed else found


def _fallen(book: Rulebook, state: State, move: Move, law: StrikeLaw, pending: Pending, plain: Outcome) -> Fall:
    """The fall of the law that the dice thrown are: the same branch, marks, and damage under every pair of choices."""
    damage = tuple(tuple(_damage(book, state, pending, (*one, *other)) for other in law.target) for one in law.attacker)
    return next(
        fall
        for fall in move.falls
        if (fall.chance.branch, fall.chance.marks, fall.chance.damage) == (plain.branch, plain.marks, damage)
    )


def _damage(book: Rulebook, state: State, pending: Pending, taken: Choice) -> int:
    chosen = replace(pending, situation=replace(pending.situation, take=taken))
    found = read(book.plan(matchup_of(book, state, chosen), situation_of(book, state, chosen)), pending.thrown())
    assert isinstance(found, Outcome)
    return found.damage
