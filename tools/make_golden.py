"""Writes the golden fights of `tests/golden`: each as its file, the states it goes through, and its log as text.

`python tools/make_golden.py` writes them all anew: look at what changes before it is kept.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adarga.fight.codec import encode
from adarga.fight.log import Log
from adarga.fight.saved import lines_of
from adarga.fight.state import State
from adarga.rules.protocol import Rulebook
from adarga.telling.fight_text import log_lines
from adarga.words import Words
from tools import golden_absorption, golden_damage_steps, golden_percentile
from tools.golden_script import Script, Written

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"
FIGHTS: dict[str, tuple[str, Written]] = {
    "absorption-bridge": ("puente.toml", golden_absorption.bridge),
    "absorption-tavern": ("puente.toml", golden_absorption.tavern),
    "absorption-wyrm": ("puente.toml", golden_absorption.wyrm),
    "damage-steps-crypt": ("cripta.toml", golden_damage_steps.crypt),
    "damage-steps-duel": ("cripta.toml", golden_damage_steps.duel),
    "damage-steps-ship": ("cripta.toml", golden_damage_steps.ship),
    "percentile-trench": ("trinchera.toml", golden_percentile.trench),
    "percentile-door": ("trinchera.toml", golden_percentile.door),
    "percentile-ambush": ("trinchera.toml", golden_percentile.ambush),
}


def written(name: str) -> Script:
    """A golden fight by its name, fought anew."""
    file, fight = FIGHTS[name]
    script = Script(file)
    fight(script)
    return script


def standing(state: State) -> dict[str, object]:
    """A state in short: the turn, and of each fighter what is not as on its sheet."""
    fighters = {}
    for seat in state.seats:
        data = encode(seat.fighter)
        del data["is"], data["id"], data["combatant"]
        fighters[seat.id] = data
    return {
        "round": state.clock.round,
        "minutes": state.clock.minutes,
        "order": encode(state.order),
        "turn": state.turn,
        "waits": state.pending is not None,
        "owed": [due.name for due in state.due],
        "fighters": fighters,
    }


def states(log: Log) -> Iterator[str]:
    """A line for the state after each entry of a log."""
    for line in range(1, len(log.entries) + 1):
        yield json.dumps(standing(log.at(line)), ensure_ascii=False) + "\n"


def text(book: Rulebook, log: Log, language: str) -> str:
    """A log as a table reads it."""
    return "".join(f"{line}\n" for line in log_lines(Words(language), book, log))


def files(name: str) -> dict[str, str]:
    """The files of a golden fight, by their names."""
    script = written(name)
    return {
        f"{name}.adarga.jsonl": "".join(lines_of(script.log, script.book.id)),
        f"{name}.states.jsonl": "".join(states(script.log)),
        f"{name}.en.txt": text(script.book, script.log, "en"),
        f"{name}.es.txt": text(script.book, script.log, "es"),
    }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in FIGHTS:
        for file, content in files(name).items():
            (FOLDER / file).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
