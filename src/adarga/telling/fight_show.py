"""What a fight at the terminal shows: the order and how everyone stands, what is waited for, the last trace."""

from __future__ import annotations

from collections.abc import Iterator

from adarga.fight.commands import Abandon
from adarga.fight.dicing import still_due
from adarga.fight.events import Aimed, StrikeOver, Struck
from adarga.fight.evolve import replay
from adarga.fight.log import Log
from adarga.fight.state import Seat, State
from adarga.fight.striking import WaitsForDie, WaitsForReaction, plan_of, waits_for
from adarga.plan import Offer, explain_so_far
from adarga.rules.protocol import Fighter, Rulebook
from adarga.telling.fight_text import Teller
from adarga.telling.fight_words import OFFERS, condition_text, die_word, sayer_of
from adarga.telling.layout import table
from adarga.telling.said import Sayer
from adarga.telling.trace import past, trace_lines
from adarga.words import Words


def happened(words: Words, book: Rulebook, log: Log, at: int, before: State) -> Iterator[str]:
    """What entry number `at` (from 0) of a log brought, one sentence each; `before` is the state it began from."""
    teller = Teller(sayer_of(words, book, log))
    teller.order, teller.minutes, teller.round = before.order, before.clock.minutes, before.clock.round
    events = log.entries[at].events
    struck = max((at for at, event in enumerate(events) if isinstance(event, Struck)), default=-1)
    if isinstance(log.entries[at].command, Abandon) and before.pending is not None:
        yield words.say("fight_cli.dropped")
    for number, event in enumerate(events):
        # Where the strike itself is told, that it was aimed and is over goes without saying.
        said = teller.say(event)
        if said and not (isinstance(event, StrikeOver) or (number < struck and isinstance(event, Aimed))):
            yield said


def numbered(words: Words, book: Rulebook, log: Log, last: int) -> Iterator[str]:
    """The last lines of the log, with the numbers that `correct` takes."""
    first = max(len(log.entries) - last, 0)
    state = log.at(first)
    for at in range(first, len(log.entries)):
        lines = list(happened(words, book, log, at, state)) or [words.say("fight_cli.nothing")]
        state = replay(log.entries[at].events, state)
        yield f"{at + 1:>4}  {lines[0]}"
        yield from (f"      {line}" for line in lines[1:])


def board(words: Words, state: State) -> Iterator[str]:
    """The order of the round, whose turn it is, and how everyone stands."""
    if not state.seats:
        yield words.say("fight_cli.empty")
        return
    clock = state.clock
    key = "fight_cli.round" if clock.round else "fight_cli.before"
    minutes = words.say("fight_cli.minutes", count=clock.minutes) if clock.minutes else ""
    yield " ".join(filter(None, (words.say(key, round=clock.round), minutes)))
    listed = [id for turn in state.order for id in turn]
    seats = {seat.id: seat for seat in state.seats}
    ids = [*(id for id in listed if id in seats), *(id for id in seats if id not in listed)]
    yield from table([_row(words, seats[id], id in state.acting) for id in dict.fromkeys(ids)], "<<<<", "")


def _row(words: Words, seat: Seat, acts: bool) -> tuple[str, str, str, str]:
    fighter = seat.fighter
    marks = [condition_text(words, one) for one in fighter.conditions]
    if seat.hidden:
        marks.insert(0, words.say("fight_cli.hidden"))
    if fighter.waiting is not None:
        marks.append(words.say("fight_cli.waits_to", value=fighter.waiting))
    name = f"{'*' if acts else ' '} {seat.id}"
    return name, _points(words, fighter), seat.side, ", ".join(marks)


def _points(words: Words, fighter: Fighter) -> str:
    shown = []
    if fighter.points is not None:
        shown.append(f"{fighter.points}/{fighter.combatant.points}")
    if fighter.energy is not None:
        shown.append(words.say("fight_cli.energy", energy=fighter.energy))
    if fighter.initiative is not None:
        shown.append(words.say("fight_cli.initiative", value=fighter.initiative))
    return ", ".join(shown) or "-"


def waiting(sayer: Sayer, book: Rulebook, state: State) -> Iterator[str]:
    """What the fight waits for, and from whom; nothing where it waits for nothing."""
    words, waits = sayer.words, waits_for(book, state)
    if isinstance(waits, WaitsForDie):
        several = still_due(book, state)
        die = f"{several if several > 1 else ''}d{waits.sides}"
        name = die_word(words, waits.said)
        yield words.say("fight_cli.waits_die", die=die, name=name, who=_whose(state, waits.by))
        if state.pending is None:
            yield f"  {sayer.reason(state.due[0].reason)}"
    elif isinstance(waits, WaitsForReaction):
        yield words.say("fight_cli.waits_reaction", damage=waits.damage)
        yield from (_offered(sayer, state, offer) for offer in waits.offers)
        yield words.say("fight_cli.or_no")


def under_way(sayer: Sayer, book: Rulebook, state: State) -> Iterator[str]:
    """The trace of the strike under way as far as it has come, and what it waits for."""
    pending = state.pending
    assert pending is not None
    yield sayer.words.say("fight_cli.why", attacker=pending.attacker, target=pending.aims[0].target)
    yield from trace_lines(sayer, past(explain_so_far(plan_of(book, state, pending), pending.thrown())))
    yield from waiting(sayer, book, state)


def _offered(sayer: Sayer, state: State, offer: Offer) -> str:
    words = sayer.words
    times = f" 1-{offer.most}" if offer.most > 1 else ""
    name = words.say(f"fight_cli.offer.{offer.name}") if offer.name in OFFERS else offer.name
    return f"  {name}{times}: {_whose(state, offer.by)}: {sayer.reason(offer.reason)}"


def _whose(state: State, by: str) -> str:
    pending = state.pending
    if pending is None:
        return state.due[0].who if state.due else ""
    return pending.attacker if by == "attacker" else pending.aims[0].target
