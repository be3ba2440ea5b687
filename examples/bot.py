"""A bot at the live table: it joins by the code, and rolls its dice and strikes back whenever it is its turn.

python examples/bot.py http://127.0.0.1:8000 K7P2QX Ana
"""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any


def ask(address: str, token: str = "", body: Any = None) -> Any:
    """What the server answers, a refusal too."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=20) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        return json.load(refused)


def moves(standing: Any) -> Iterator[dict[str, Any]]:
    """What there is to ask as the fight stands: its die that waits, else a strike at the first of the others."""
    state = standing["state"]
    own = {seat["id"] for seat in state["seats"] if "fighter" in seat}
    if standing["waits"] is not None:
        if standing["waits"].get("who") in own:
            yield {"verb": "roll", "about": standing["question"]}
        return
    acting = state["order"][state.get("turn", 0)] if state.get("order") else []
    foes = [seat["id"] for seat in state["seats"] if seat["id"] not in own and seat.get("health") != "down"]
    for who in own.intersection(acting):
        for target in foes[:1]:
            yield {"verb": "attack", "fields": {"who": who, "weapon": "d8", "target": [target]}}


def play(server: str, token: str, fight: int, steps: int) -> Any:
    """Ask as long as there is something to ask, at most `steps` times; how the fight stands then."""
    here = f"{server}/api/fights/{fight}"
    standing = ask(here, token)
    for step in range(steps):
        asked = next(moves(standing), None)
        if asked is None:
            break
        standing = ask(f"{here}/intents", token, {"id": f"bot-{standing['number']}-{step}"} | asked)
    return standing


def main(server: str, code: str, seat: str) -> None:
    """Take a seat and play every open fight of the table."""
    token = ask(f"{server}/api/join", body={"code": code, "seat": seat})["token"]
    for fight in ask(f"{server}/api/me", token)["fights"]:
        standing = play(server, token, fight["id"], 10)
        print(fight["name"], standing["number"])


if __name__ == "__main__":
    main(*sys.argv[1:])
