"""Skirmishes: fights in chunks of one size, on any number of threads, added up in one order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from adarga.errors import AdargaError
from adarga.fight.state import State
from adarga.rules.protocol import Rulebook
from adarga.study.skirmish.general import fought
from adarga.study.skirmish.lane import lane_of, ran
from adarga.study.skirmish.laws import Bits
from adarga.study.skirmish.muster import Cast, cast_of
from adarga.study.skirmish.policy import Policy
from adarga.study.skirmish.tally import Estimate, Tally, mean, share

FIGHTS = 100_000
"""How many fights there are where neither their number nor a precision is asked for."""
MOST_FIGHTS = 10**9
LAST_ROUND = 1000
"""The round after which a fight is left undecided, where no other is asked for."""
CHUNK = {"numpy": 1 << 14, "fast": 1 << 17}
"""The fights of a chunk, by engine. Each chunk draws from a generator of its own."""

Fight = Callable[[int, np.random.SeedSequence], Tally]
Progress = Callable[[int, int], None]
"""Told how many fights there were so far, and how many there will be at most."""


@dataclass(frozen=True, slots=True)
class Fared:
    """How one fighter fared: the chances to be down or to have left at the end, and its points left then."""

    id: str
    side: str
    points: int
    down: Estimate
    left: Estimate
    remaining: Estimate


@dataclass(frozen=True, kw_only=True)
class Skirmish:
    """What a skirmish comes to, every figure with its 95 % interval.

    `wins` by side: no other side has anyone who can act; `nobody` has; or it was `undecided` when the last round was
    over. `rounds` is the mean number of the round in which it ended, `by_round[r]` how many fights ended in round r.
    `engine` is `numpy` or `fast`, `cut`: it was interrupted, `fights` are those fought.
    """

    wins: Mapping[str, Estimate]
    nobody: Estimate
    undecided: Estimate
    fighters: tuple[Fared, ...]
    rounds: Estimate
    by_round: tuple[int, ...]
    fights: int
    seed: int
    engine: str
    cut: bool


def skirmish(
    book: Rulebook,
    state: State,
    policies: Mapping[str, Policy] | None = None,
    *,
    seed: int,
    sides: Mapping[str, Iterable[str]] | None = None,
    initiative: str | None = None,
    fights: int | None = None,
    precision: float | None = None,
    last_round: int = LAST_ROUND,
    workers: int = 1,
    fast: bool = False,
    progress: Progress | None = None,
) -> Skirmish:
    """Fight a fight from where it stands, over and over, under everyone's policy (by id; others have the usual one).

    It ends with so many `fights` (1 or more), or as soon as half the width of the interval of every side's chance to
    win is at most `precision` (above 0), whichever is first. The same seed gives the same figures, whatever the number
    of `workers`. `fast` has numba run it, where it is a fight of one against one whose losses add up; its dice are
    others. An interrupt (Ctrl-C) gives what there is so far, if there is anything.

    Raises `AdargaError` for a fight that cannot go on (see `cast_of`), for strikes the rules do not allow, and
    (`skirmish.no_fast`) where numba is not installed.

    >>> from adarga.rules.library import rulebook
    >>> from adarga.rules.protocol import Combatant, Weapon
    >>> from adarga.study.skirmish import Troop, mustered
    >>> book = rulebook("absorption")
    >>> ogre = Combatant(name="Ogre", level=8, points=20, weapons=(Weapon(id="club", damage="2d6"),))
    >>> goblin = Combatant(name="Goblin", level=2, points=5, weapons=(Weapon(id="sabre", damage="d6"),))
    >>> start = mustered(book, {"big": [Troop(sheet=ogre)], "small": [Troop(sheet=goblin, count=3)]})
    >>> found = skirmish(book, start, seed=1, fights=1000)
    >>> found.wins["big"].n, 0.7 < found.wins["big"].low <= found.wins["big"].high
    (1000, True)
    """
    cast = cast_of(book, state, policies or {}, sides, initiative)
    engine, fight = engine_of(cast, max(last_round, cast.round), fast)
    most = fights or (MOST_FIGHTS if precision is not None else FIGHTS)
    total = Tally.empty(len(cast.sides), len(cast.seats))
    cut = False
    chunks = _chunks(fight, seed, CHUNK[engine], most, workers)
    try:
        for tally in chunks:
            total.add(tally)
            if progress is not None:
                progress(total.fights, most)
            if precision is not None and _half_width(total) <= precision:
                break
    except KeyboardInterrupt:
        if not total.fights:
            raise
        cut = True
    finally:
        chunks.close()
    return _figures(cast, total, seed, engine, cut)


def engine_of(cast: Cast, last_round: int, fast: bool) -> tuple[str, Fight]:
    """What runs chunks of fights, and its name. Raises `AdargaError` (`skirmish.no_fast`) where numba is wanted."""
    lane = lane_of(cast)
    if fast:
        try:
            from adarga.study.skirmish.compiled import Compiled
        except ImportError:
            raise AdargaError("skirmish.no_fast") from None
        if lane is not None:
            compiled = Compiled(lane)
            return "fast", lambda fights, seed: compiled.run(fights, seed, last_round)
    if lane is not None:
        plain = lane
        return "numpy", lambda fights, seed: ran(plain, fights, Bits(seed), last_round)
    return "numpy", lambda fights, seed: fought(cast, fights, Bits(seed), last_round)


def _chunks(fight: Fight, seed: int, size: int, most: int, workers: int) -> Generator[Tally, None, None]:
    """The chunks in their order, a few at work ahead of the one asked for."""
    starts = iter(range(-(-most // size)))
    pool = ThreadPoolExecutor(workers, "skirmish")
    waiting: deque[Future[Tally]] = deque()
    try:
        while True:
            while len(waiting) < 2 * workers and (number := next(starts, None)) is not None:
                fights = min(size, most - number * size)
                waiting.append(pool.submit(fight, fights, np.random.SeedSequence(seed, spawn_key=(number,))))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _half_width(total: Tally) -> float:
    return max(share(int(wins), total.fights).half_width for wins in total.wins)


def _figures(cast: Cast, total: Tally, seed: int, engine: str, cut: bool) -> Skirmish:
    n = total.fights
    rounds = np.arange(len(total.rounds))
    return Skirmish(
        wins={side: share(int(wins), n) for side, wins in zip(cast.sides, total.wins, strict=True)},
        nobody=share(total.nobody, n),
        undecided=share(total.undecided, n),
        fighters=tuple(
            Fared(
                id=seat.id,
                side=cast.sides[seat.side],
                points=seat.full,
                down=share(int(total.down[at]), n),
                left=share(int(total.gone[at]), n),
                remaining=mean(int(total.points[at]), int(total.squares[at]), n),
            )
            for at, seat in enumerate(cast.seats)
        ),
        rounds=mean(int((total.rounds * rounds).sum()), int((total.rounds * rounds * rounds).sum()), n),
        by_round=tuple(total.rounds.tolist()),
        fights=n,
        seed=seed,
        engine=engine,
        cut=cut,
    )
