"""A fight's log as text in the reader's language and as data: round, who, what, and the trace of each strike."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatchmethod

from adarga.fight import events as ev
from adarga.fight.codec import encode
from adarga.fight.hands import BY_HAND
from adarga.fight.log import Log
from adarga.fight.turns import OWN_TURN, TIME_OVER
from adarga.fight.view import MASTER, Shows, Viewer
from adarga.fight.watching import SEEN, Appeared, HealthSeen, Owes, Told, told
from adarga.plan import branch_id
from adarga.rules.protocol import (
    Change,
    CheckDue,
    ConditionCleared,
    ConditionSet,
    DieStepped,
    EnergySpent,
    PieceLost,
    PointsChanged,
    ResistanceChanged,
    Rulebook,
    Wounded,
)
from adarga.telling.data import Json
from adarga.telling.fight_words import branch_words, condition_text, condition_word, die_word, offer_word, sayer_of
from adarga.telling.said import Sayer
from adarga.telling.trace import entry, mark_word, past, trace_lines
from adarga.words import Words

_BARE = (BY_HAND, OWN_TURN, TIME_OVER, SEEN)


def within(sentence: str) -> str:
    """A sentence as it stands inside another: without the capital it begins with, unless that is an abbreviation's.

    >>> within("Loses 3"), within("A shield"), within("CON 12")
    ('loses 3', 'a shield', 'CON 12')
    """
    return sentence if sentence[1:2].isupper() else sentence[:1].lower() + sentence[1:]


class Teller:
    """Says events, each as one sentence; nothing where what it would say was just said."""

    def __init__(self, sayer: Sayer) -> None:
        self.sayer = sayer
        self.words = sayer.words
        self.order: tuple[tuple[str, ...], ...] = ()
        self.minutes = 0
        self.round = 0
        self.dice_said = ""

    def dice(self, faces: ev.Faces) -> str:
        """Dice that fell, under the names they go by."""
        return "; ".join(f"{die_word(self.words, name)} {' '.join(map(str, fell))}" for name, fell in faces if fell)

    @singledispatchmethod
    def say(self, event: object) -> str | None:
        """The sentence of an event. Raises `TypeError` for what is no event."""
        raise TypeError(type(event).__name__)

    @say.register
    def _(self, event: ev.Joined | Appeared) -> str:
        return self.words.say("fight.event.joined", who=event.seat.id)

    @say.register
    def _(self, event: ev.Left) -> str:
        return self.words.say("fight.event.left", who=event.who)

    @say.register
    def _(self, event: ev.Revealed) -> str:
        key = "fight.event.hidden" if event.hidden else "fight.event.revealed"
        return self.called(self.words.say(key, who=event.who), event.who, event.name)

    @say.register
    def _(self, event: ev.Owned) -> str:
        if event.owner:
            said = self.words.say("fight.event.owned", who=event.who, owner=event.owner)
        else:
            said = self.words.say("fight.event.given_back", who=event.who)
        return self.called(said, event.who, event.name)

    def called(self, said: str, who: str, name: str) -> str:
        """A sentence with the name that someone goes by from then on, if it is another; the order has it too."""
        if not name:
            return said
        self.order = tuple(tuple(name if id == who else id for id in turn) for turn in self.order)
        return self.words.say("fight.event.called", said=said, name=name)

    @say.register
    def _(self, event: ev.InitiativeSet) -> str:
        return self.words.say("fight.event.initiative", who=event.who, value=event.value)

    @say.register
    def _(self, event: ev.Ordered) -> str:
        same, self.order = event.order == self.order, event.order
        acting = event.order[event.turn] if event.turn < len(event.order) else ()
        who = ", ".join(acting) or self.words.say("fight.nobody")
        turn = self.words.say("fight.event.turn", who=who)
        if same:
            return turn
        order = ", ".join(" + ".join(ids) for ids in event.order)
        return f"{self.words.say('fight.event.order', order=order)}; {turn}" if order else turn

    @say.register
    def _(self, event: ev.Waited) -> str:
        if event.value is None:
            return self.words.say("fight.event.waited_over", who=event.who)
        return self.words.say("fight.event.waited", who=event.who, value=event.value)

    @say.register
    def _(self, event: ev.Passed) -> str:
        passed, begun = event.clock.minutes - self.minutes, event.clock.round != self.round
        self.minutes, self.round = event.clock.minutes, event.clock.round
        if begun:
            return self.words.say("fight.event.round", round=event.clock.round)
        return self.words.say("fight.event.minutes", minutes=passed)

    @say.register
    def _(self, event: ev.Aimed) -> str | None:
        pending = event.pending
        who = pending.attacker or self.words.say("fight.unseen")
        targets = ", ".join(aim.target for aim in pending.aims)
        if any(fell for _, fell in pending.faces):
            dice = self.dice(pending.faces)
            said = self.words.say("fight.event.aimed_dice", who=who, targets=targets, dice=dice)
            again, self.dice_said = said == self.dice_said, said
            return None if again else said
        self.dice_said = ""
        weapon = self.sayer.name(pending.weapon) or self.words.say("fight.unseen")
        return self.words.say("fight.event.aimed", who=who, targets=targets, weapon=weapon)

    @say.register
    def _(self, event: ev.Struck) -> str:
        say, branch = self.words.say, branch_words(self.words, event.branch)
        if event.attacker:
            weapon = self.sayer.name(event.weapon)
            said = [
                say(
                    "fight.event.struck",
                    who=event.attacker,
                    target=event.target,
                    weapon=weapon,
                    branch=branch,
                    damage=event.damage,
                )
            ]
        else:
            said = [say("fight.event.struck_unseen", target=event.target, branch=branch, damage=event.damage)]
        if event.share != "full":
            share = say(f"fight.share.{event.share}")
            said.append(say("fight.event.struck_share", target=event.target, share=share, rolled=event.rolled))
        if event.taken:
            offers = ", ".join(
                offer_word(self.words, name) + (f" × {times}" if times > 1 else "") for name, times in event.taken
            )
            said.append(say("fight.event.struck_taken", offers=offers))
        if event.marks:
            marks = ", ".join(mark_word(self.words, mark) for mark in event.marks)
            said.append(say("fight.event.struck_marks", marks=marks))
        if event.overridden:
            said.append(say("fight.event.overridden", rolled=event.rolled, damage=event.damage))
        return "; ".join(said)

    @say.register
    def _(self, event: ev.StrikeOver) -> str:
        return self.words.say("fight.event.over")

    @say.register
    def _(self, event: ev.Settled) -> str:
        name = die_word(self.words, event.due.name)
        if event.branch is None:
            return self.words.say("fight.event.called_off", who=event.due.who, name=name)
        fell = " ".join(str(face) for _, faces in event.faces for face in faces)
        if event.branch == branch_id(()):
            return self.words.say("fight.event.settled_number", who=event.due.who, name=name, dice=fell)
        branch = branch_words(self.words, event.branch)
        return self.words.say("fight.event.settled", who=event.due.who, name=name, dice=fell, branch=branch)

    @say.register
    def _(self, event: ev.Donned) -> str:
        piece = event.piece.name.say(self.words.lang) or self.sayer.name(event.piece.id)
        return self.words.say("fight.event.donned", who=event.who, piece=piece)

    @say.register
    def _(self, event: ev.Doffed) -> str:
        return self.words.say("fight.event.doffed", who=event.who, piece=self.sayer.name(event.piece))

    @say.register
    def _(self, event: HealthSeen) -> str:
        return self.words.say(
            "fight.event.health", who=event.who, health=self.words.say(f"fight.health.{event.health}")
        )

    @say.register
    def _(self, event: Owes) -> str:
        return self.words.say("fight.event.owes", who=event.who, name=die_word(self.words, event.name))

    @say.register
    def _(self, event: ev.Changed) -> str:
        what = within(self.change(event.change))
        return self.words.say("fight.event.changed", who=event.change.who, what=what)

    def change(self, change: Change) -> str:
        """A change by the reason the rules give it; by what it does, where the reason does not say it."""
        if change.reason == SEEN:
            return self.bare(change)
        reason = self.sayer.reason(change.reason)
        if change.reason in (BY_HAND, OWN_TURN, TIME_OVER):
            return self.words.say("fight.because", what=self.bare(change), reason=reason)
        return reason

    def bare(self, change: Change) -> str:
        """What a change does, without its reason."""
        say = self.words.say
        match change:
            case PointsChanged(by=by):
                return say("fight.change.points", by=self.words.signed(by))
            case EnergySpent(by=by):
                return say("fight.change.energy", by=by)
            case PieceLost(piece=piece):
                return say("fight.change.lost", piece=self.sayer.name(piece))
            case DieStepped(piece=piece, to=to):
                return say("fight.change.stepped", piece=self.sayer.name(piece), to=to)
            case ResistanceChanged(piece=piece, by=by):
                return say("fight.change.resistance", piece=self.sayer.name(piece), by=self.words.signed(by))
            case ConditionSet(condition=condition):
                return say("fight.change.set", condition=condition_text(self.words, condition))
            case ConditionCleared(name=name):
                return say("fight.change.cleared", condition=condition_word(self.words, name))
            case Wounded(wound=wound):
                return say("fight.change.wounded", loss=wound.loss)
            case CheckDue(name=name):
                return say("fight.change.due", name=die_word(self.words, name))


def event_lines(teller: Teller, one: Told) -> Iterator[str]:
    """One event as text: a line, and under that of a strike its trace; nothing where it was just said."""
    words = teller.words
    what = teller.say(one.event)
    if what is None:
        return
    begins = isinstance(one.event, ev.Passed) and what == words.say("fight.event.round", round=one.round)
    if begins:
        yield what
    elif one.round:
        yield words.say("fight.line", round=one.round, what=what)
    else:
        yield words.say("fight.line_before", what=what)
    if isinstance(one.event, ev.Struck):
        yield from (f"    {line}".rstrip() for line in trace_lines(teller.sayer, past(one.event.trace)))


def log_lines(
    words: Words, book: Rulebook, log: Log, viewer: Viewer = MASTER, shows: Shows | None = None
) -> Iterator[str]:
    """A whole log as text, as a viewer may read it."""
    teller = Teller(sayer_of(words, book, log))
    for one in told(log.entries, viewer, shows or Shows()):
        yield from event_lines(teller, one)


def log_json(words: Words, book: Rulebook, log: Log, viewer: Viewer = MASTER, shows: Shows | None = None) -> list[Json]:
    """A whole log as data: each event with its number in this viewer's stream, as it is stored and as it is said."""
    teller = Teller(sayer_of(words, book, log))
    found: list[Json] = []
    for one in told(log.entries, viewer, shows or Shows()):
        data: Json = {
            "number": one.number,
            "round": one.round,
            "text": teller.say(one.event),
            "event": encode(one.event),
        }
        if isinstance(one.event, ev.Struck):
            data["trace"] = [entry(teller.sayer, line) for line in one.event.trace]
        found.append(data)
    return found
