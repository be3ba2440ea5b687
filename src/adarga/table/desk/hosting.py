"""The game master's page of a table: its fights, who is let in, what players see, its house book."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from adarga.errors import AdargaError
from adarga.fight.view import ROOM, Shows, Viewer
from adarga.fight.view import Amount as Seen
from adarga.interop.books import book_of
from adarga.table.desk.fields import Master, Sent
from adarga.table.desk.phones import phones
from adarga.table.forms import Form
from adarga.table.lan import qr_svg
from adarga.table.web.deps import Guest, Stopped, served
from adarga.table.web.render import page

router = APIRouter(prefix="/t/{code}/gm", include_in_schema=False)
AMOUNTS = ("words", "number", "nothing")


@router.get("")
def home(request: Request, me: Master) -> Response:
    """The fights of a table, its seats, and the links that let others in."""
    rooms = served(request).rooms
    fights = rooms.store.fights(me.table.id)
    link = f"{origin(request)}/join/{me.table.code}"
    shows = fights[-1].shows if fights else Shows()
    return page(
        "desk/home.html",
        me.words,
        me=me,
        fights=[(fight, rooms.room(fight.id).state.clock.round) for fight in fights],
        link=link,
        qr=qr_svg(link),
        phones=phones(rooms, me.table.id),
        shows=shows,
        amounts=AMOUNTS,
    )


def origin(request: Request) -> str:
    """The address others reach this server by."""
    return served(request).settings.origin or str(request.base_url).rstrip("/")


def house_in(sent: Form) -> str | None:
    """The text of a house book as pasted or as a file, None where there is none."""
    return sent.maybe("house_file") or sent.maybe("house") or None


@router.post("/fights")
def add_fight(request: Request, me: Master, sent: Sent) -> Response:
    """A new fight, by the table's rulebook and house book unless it says otherwise."""
    store = served(request).rooms.store
    book = sent.maybe("rulebook") or me.table.rulebook
    house = house_in(sent) or (me.table.house if book == me.table.rulebook else None)
    book_of(book, house)
    before = store.fights(me.table.id)
    shows = before[-1].shows if before else None
    row = store.add_fight(me.table.id, sent.text("name"), book, house, shows)
    return RedirectResponse(f"{me.path}/f/{row.id}", 303)


@router.post("/open")
def put_away(request: Request, me: Master, sent: Sent) -> Response:
    """Put a fight away, or open it again: the players' phones follow the fights that are open."""
    fight = sent.number("fight")
    me.room(request, fight)
    served(request).rooms.store.change_fight(fight, open=bool(sent.maybe("open")))
    return RedirectResponse(me.path, 303)


@router.post("/house")
def house(request: Request, me: Master, sent: Sent) -> Response:
    """The house book of the table, for new fights; it is read first, and kept only if it is right."""
    text = house_in(sent)
    book_of(me.table.rulebook, text)
    served(request).rooms.store.change_house(me.table.id, text)
    return RedirectResponse(me.path, 303)


@router.post("/shows")
def shows(request: Request, me: Master, sent: Sent) -> Response:
    """What players see of the points of others, in every fight of the table."""
    chosen = [sent.text(name) for name in ("foes", "party")]
    if not all(one in AMOUNTS for one in chosen):
        raise AdargaError("table.not_valid", fields="foes, party")
    foes, party = (cast("Seen", one) for one in chosen)
    rooms = served(request).rooms
    for fight in rooms.store.fights(me.table.id):
        rooms.show(fight.id, Shows(foes=foes, party=party))
    return RedirectResponse(me.path, 303)


@router.post("/seats")
def add_seat(request: Request, me: Master, sent: Sent) -> Response:
    """A seat for a player."""
    served(request).rooms.store.add_seat(me.table.id, sent.text("name"))
    return RedirectResponse(me.path, 303)


def viewer_in(request: Request, me: Guest, sent: Form) -> Viewer:
    """The seat, or the display, that a form is about. Raises `Stopped` (404) for a seat that there is not."""
    seat = sent.maybe("seat")
    if seat and seat not in served(request).rooms.store.seats(me.table.id):
        raise Stopped(404, AdargaError("table.no_seat", seat=seat))
    return Viewer("player", seat) if seat else ROOM


@router.post("/links")
def link(request: Request, me: Master, sent: Sent) -> Response:
    """A new link for a seat or the display; those it had before hold no more."""
    viewer = viewer_in(request, me, sent)
    store = served(request).rooms.store
    store.revoke(me.table.id, viewer)
    made = f"{origin(request)}/enter?token={store.issue(me.table.id, viewer)}"
    return page("desk/link.html", me.words, me=me, seat=viewer.name, made=made, qr=qr_svg(made))


@router.post("/revoke")
def shut_out(request: Request, me: Master, sent: Sent) -> Response:
    """End all links of a seat or the display: whoever has the code may take the seat anew."""
    served(request).rooms.store.revoke(me.table.id, viewer_in(request, me, sent))
    return RedirectResponse(me.path, 303)
