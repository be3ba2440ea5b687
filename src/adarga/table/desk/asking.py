"""What a fight waits for, as the game master's page asks for it: dice in fields, reactions with their price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.dicing import dice_for
from adarga.fight.events import Changed
from adarga.fight.state import State
from adarga.fight.striking import TARGETS_DICE, WaitsForReaction, plan_of, waits_for
from adarga.plan import Needs, Offer, Plan, read
from adarga.rules.protocol import EnergySpent, PieceLost, Rulebook
from adarga.table.desk.history import answered
from adarga.table.forms import Form
from adarga.table.rooms import Room
from adarga.telling.fight_text import Teller, within
from adarga.telling.fight_words import die_word, offer_word
from adarga.telling.said import Sayer

MOST_FIELDS = 8
MOST_TIMES = 6


@dataclass(frozen=True, slots=True)
class Field:
    """A die that is asked for, or will be unless an earlier one says otherwise: whose, its sides, what it is for."""

    who: str
    sides: int
    name: str


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer to a reaction: what is sent, its words, and what it would bring."""

    fields: Mapping[str, str | int]
    word: str
    price: str
    takes: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A reaction asked of one side: who, its player's seat, the damage on the table, why it may react, its answers."""

    who: str
    owner: str
    damage: int
    reasons: tuple[str, ...]
    replies: tuple[Reply, ...]


def fields(sayer: Sayer, book: Rulebook, state: State) -> tuple[Field, ...]:
    """The dice that a strike under way, or the roll that is owed, asks for as far as it goes."""
    pending = state.pending
    if pending is None:
        plan, known, about = state.due[0].plan, {}, state.due[0].name
    else:
        plan, known, about = plan_of(book, state, pending), pending.thrown(), ""
    found: list[Field] = []
    while isinstance(needs := read(plan, known), Needs) and len(found) < MOST_FIELDS:
        mine = pending is None or needs.name in TARGETS_DICE
        who = state.due[0].who if pending is None else pending.aims[0].target if mine else pending.attacker
        found.append(Field(who, needs.sides, die_word(sayer.words, about or needs.name)))
        known = _furthest(plan, known, needs)
    return tuple(found)


def _furthest(plan: Plan, known: dict[str, tuple[int, ...]], needs: Needs) -> dict[str, tuple[int, ...]]:
    """The dice with one more: a face after which yet another kind of die is asked for, if there is one."""
    tried = [known | {needs.name: (*known.get(needs.name, ()), face)} for face in (1, needs.sides // 2, needs.sides)]
    after = [read(plan, one) for one in tried]
    for one, then in zip(tried, after, strict=True):
        if isinstance(then, Needs) and then.name != needs.name:
            return one
    return next((one for one, then in zip(tried, after, strict=True) if isinstance(then, Needs)), tried[0])


def faces_as_far(book: Rulebook, state: State, form: Form) -> Form:
    """A throw without the typed dice that turn out not to be asked for: those of a blow that was avoided, say."""
    typed = " ".join(form.many("faces")).split()
    while len(typed) > 1:
        try:
            dice_for(book, state, tuple(int(one) for one in typed if one.isdecimal()))
        except AdargaError as error:
            if error.key != "fight_cli.too_many_dice":
                break
            typed.pop()
        else:
            break
    return Form(dict(form.fields) | {"faces": typed})


def questions(sayer: Sayer, room: Room) -> Iterator[Question]:
    """The reactions that are owed, those of each side together."""
    waits = waits_for(room.book, room.state)
    pending = room.state.pending
    if not isinstance(waits, WaitsForReaction) or pending is None:
        return
    for by in dict.fromkeys(offer.by for offer in waits.offers):
        offers = [offer for offer in waits.offers if offer.by == by]
        who = pending.attacker if by == "attacker" else pending.aims[0].target
        replies = [reply for offer in offers for reply in _takings(sayer, room, offer)]
        no = Reply({"verb": "decline", "by": by}, "", _price(sayer, room, cmd.Decline(by)), takes=False)
        reasons = tuple(sayer.reason(offer.reason) for offer in offers)
        seat = room.state.seat(who)
        yield Question(who, seat.owner if seat else "", waits.damage, reasons, (*replies, no))


def _takings(sayer: Sayer, room: Room, offer: Offer) -> Iterator[Reply]:
    word = offer_word(sayer.words, offer.name)
    for times in range(1, min(offer.most, MOST_TIMES) + 1):
        named = f"{word} × {times}" if offer.most > 1 else word
        price = _price(sayer, room, cmd.React(offer.name, times))
        yield Reply({"verb": "react", "offer": offer.name, "times": times}, named, price, takes=True)


def _price(sayer: Sayer, room: Room, command: cmd.Command) -> str:
    """What an answer would bring: the damage, the points, and what is lost or spent for it."""
    words, (blow, events) = sayer.words, answered(room.book, room.log, command)
    teller, said = Teller(sayer), []
    if blow is not None:
        said.append(words.say("desk.damage_n", damage=blow.struck.damage))
        if blow.dropped:
            said.append(words.say("desk.drops", who=blow.struck.target))
        elif blow.before is not None and blow.after is not None and blow.before != blow.after:
            said.append(words.say("desk.points_to", before=blow.before, after=blow.after))
    changes = (event.change for event in events if isinstance(event, Changed))
    said += [within(teller.bare(one)) for one in changes if isinstance(one, PieceLost | EnergySpent)]
    return " · ".join(said)
