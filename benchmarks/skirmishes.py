"""Whole fights simulated: by numpy alone and compiled, side by side in one run, and by rolling text as a peer would."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter

import d20

from adarga.fight.state import State
from adarga.rules.library import rulebook
from adarga.rules.protocol import Rulebook
from adarga.study.skirmish import Skirmish, Troop, mustered, skirmish
from benchmarks.works import SWORD, TARGET

POINTS = 60
EXACT = 0.5588953029223088
"""P(the first wins) of the duel, as the exact study and both exact peers have it."""
FIGHTS = {"numpy": 4_000_000, "fast": 40_000_000}
WORKERS = 2
ROUNDS = 3
MEMORY = (1_000_000, 100_000_000)


def the_duel() -> tuple[Rulebook, State]:
    """Two alike, 60 points each, striking as in the other works until one is down."""
    book = rulebook("damage-steps")
    sheet = replace(TARGET, points=POINTS, weapons=(replace(SWORD, id="sword"),))
    return book, mustered(book, {side: [Troop(sheet=replace(sheet, name=side))] for side in ("first", "second")})


def fought(fights: int, workers: int, *, fast: bool, seed: int = 1) -> Skirmish:
    """The duel so many times over."""
    book, state = the_duel()
    return skirmish(book, state, seed=seed, fights=fights, workers=workers, fast=fast)


def per_second(workers: int, *, fast: bool) -> float:
    """Fights a second in a call of its own."""
    fights = FIGHTS["fast" if fast else "numpy"]
    start = perf_counter()
    fought(fights, workers, fast=fast)
    return fights / (perf_counter() - start)


def text_duels(seconds: float = 2.0) -> float:
    """Duels a second with d20 rolling each strike from text."""
    duels = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        left = [POINTS, POINTS]
        actor = 0
        while min(left) > 0:
            attack = d20.roll("1d20")
            if attack.total == 20 or (attack.total > 1 and attack.total + 5 >= 14):
                damage = d20.roll("6d4+2" if attack.total == 20 else "4d6+2").total - 3
                left[1 - actor] -= max(damage, 0)
            actor = 1 - actor
        duels += 1
    return duels / spent


def peak_megabytes(fights: int) -> float:
    """The most memory that a process of its own took for so many fights."""
    program = f"from benchmarks.skirmishes import told_peak; told_peak({fights})"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return float(done.stdout)


def told_peak(fights: int) -> None:
    """Fight, and print the most memory it took."""
    fought(fights, WORKERS, fast=True)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def figures() -> Iterator[tuple[str, str]]:
    """Rows of what was measured, and what it came to."""
    ways = {
        "duels a second, numpy on one core": (1, False),
        "duels a second, numpy on two cores": (2, False),
        "duels a second, `fast` on one core": (1, True),
        "duels a second, `fast` on two cores": (2, True),
    }
    fought(1, 1, fast=True)
    best = dict.fromkeys(ways, 0.0)
    for _ in range(ROUNDS):
        for name, (workers, fast) in ways.items():
            best[name] = max(best[name], per_second(workers, fast=fast))
    for name, rate in best.items():
        yield name, f"{rate:,.0f}"
    yield "duels a second, d20 rolling text", f"{text_duels():,.0f}"
    for fast in (False, True):
        found = fought(MEMORY[1], WORKERS, fast=fast, seed=2)
        wins = found.wins["first"]
        inside = "holds" if wins.low <= EXACT <= wins.high else "does not hold"
        told = f"{wins.value:.7f}, interval {wins.low:.7f} to {wins.high:.7f} {inside} {EXACT:.7f}"
        yield f"P(the first wins) in {found.fights:,} fights, {found.engine}", told
    for fights in MEMORY:
        yield f"most memory for {fights:,} fights", f"{peak_megabytes(fights):.0f} MB"
