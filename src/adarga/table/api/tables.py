"""Tables, seats, tokens and fights."""

from __future__ import annotations

from fastapi import APIRouter, Request

from adarga.errors import AdargaError
from adarga.fight.view import MASTER, ROOM, Shows, Viewer
from adarga.interop.books import book_of
from adarga.table.api.asking import Keeper, Known, Master, own_table, stranger
from adarga.table.api.models import Answer, FightChange, Joining, NewFight, NewSeat, NewTable, Whose
from adarga.table.store import FightRow
from adarga.table.web.deps import KINDS, Stopped, served

router = APIRouter(prefix="/api", tags=["tables"])


def fight_data(row: FightRow) -> Answer:
    """A fight's row as data."""
    return {
        "id": row.id,
        "name": row.name,
        "rulebook": row.rulebook,
        "house": row.house is not None,
        "open": row.open,
        "shows": {"foes": row.shows.foes, "party": row.shows.party},
    }


@router.post("/tables", status_code=201)
def add_table(request: Request, keeper: Keeper, body: NewTable) -> Answer:
    """Make a table (with the server's key). Gives its code and the game master's token, which is shown only here."""
    store = served(request).rooms.store
    book = book_of(body.rulebook, body.house)
    if book.book.base != body.rulebook:
        raise Stopped(422, AdargaError("interop.base", base=book.book.base, book=body.rulebook))
    table = store.add_table(body.name, body.rulebook, body.house)
    return {"code": table.code, "name": table.name, "token": store.issue(table.id, MASTER)}


@router.get("/tables")
def list_tables(request: Request, keeper: Keeper) -> list[Answer]:
    """All tables of the server (with its key)."""
    return [
        {"code": row.code, "name": row.name, "rulebook": row.rulebook} for row in served(request).rooms.store.tables()
    ]


@router.post("/join", status_code=201)
def join(request: Request, body: Joining) -> Answer:
    """Take a seat by the table's code; one that is taken is for the game master to give anew."""
    store = served(request).rooms.store
    table = store.table(body.code)
    if table is None:
        raise stranger(request)
    if body.seat not in store.seats(table.id):
        raise Stopped(404, AdargaError("table.no_seat", seat=body.seat))
    token = store.claim(table.id, body.seat)
    if token is None:
        raise Stopped(409, AdargaError("api.seat_taken", seat=body.seat))
    return {"token": token, "code": table.code, "seat": body.seat}


@router.get("/me")
def me(request: Request, who: Known) -> Answer:
    """Who a token is for: its table, its kind (`gm`, `seat` or `room`) and its seat; the table's seats and fights."""
    store = served(request).rooms.store
    kind = next(kind for kind, name in KINDS.items() if name == who.viewer.kind)
    fights = [fight_data(row) for row in store.fights(who.table.id)]
    named = {"code": who.table.code, "name": who.table.name, "kind": kind, "seat": who.viewer.name}
    return named | {"seats": store.seats(who.table.id), "fights": fights}


@router.post("/tables/{code}/seats", status_code=201)
def add_seat(request: Request, who: Master, code: str, body: NewSeat) -> Answer:
    """Add a seat."""
    table = own_table(who, code)
    store = served(request).rooms.store
    store.add_seat(table.id, body.name)
    return {"seats": store.seats(table.id)}


def _viewer(request: Request, who: Master, body: Whose) -> Viewer:
    if body.seat is None:
        return ROOM
    if body.seat not in served(request).rooms.store.seats(who.table.id):
        raise Stopped(404, AdargaError("table.no_seat", seat=body.seat))
    return Viewer("player", body.seat)


@router.post("/tables/{code}/tokens", status_code=201)
def issue(request: Request, who: Master, code: str, body: Whose) -> Answer:
    """A new token for a seat or the display; those it had hold no more."""
    table = own_table(who, code)
    viewer = _viewer(request, who, body)
    store = served(request).rooms.store
    store.revoke(table.id, viewer)
    return {"token": store.issue(table.id, viewer), "seat": viewer.name}


@router.post("/tables/{code}/revoked")
def revoke(request: Request, who: Master, code: str, body: Whose) -> Answer:
    """End the tokens of a seat or the display."""
    table = own_table(who, code)
    return {"revoked": served(request).rooms.store.revoke(table.id, _viewer(request, who, body))}


@router.post("/tables/{code}/fights", status_code=201)
def add_fight(request: Request, who: Master, code: str, body: NewFight) -> Answer:
    """Make a fight, by the table's rulebook and house book unless the body says otherwise."""
    table = own_table(who, code)
    base = body.rulebook or table.rulebook
    house = body.house or (table.house if base == table.rulebook else None)
    book = book_of(base, house)
    if book.book.base != base:
        raise Stopped(422, AdargaError("interop.base", base=book.book.base, book=base))
    return fight_data(served(request).rooms.store.add_fight(table.id, body.name, base, house))


@router.patch("/fights/{fight}")
def change_fight(request: Request, who: Master, fight: int, body: FightChange) -> Answer:
    """Change a fight's name, whether it is played, and how points are shown to others."""
    rooms, room = served(request).rooms, who.room(request, fight)
    values = {name: value for name in ("name", "open") if (value := getattr(body, name)) is not None}
    if values:
        rooms.store.change_fight(fight, **values)
    if body.foes or body.party:
        rooms.show(fight, Shows(foes=body.foes or room.shows.foes, party=body.party or room.shows.party))
    room.row = rooms.store.fight(fight)
    return fight_data(room.row)
