"""Side-by-side timing: every contender's caches cleared before each call, calls interleaved, medians kept."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from adarga import dice

Run = Callable[[], object]


@dataclass(frozen=True)
class Contender:
    """One way of doing a piece of work."""

    name: str
    run: Run


@dataclass(frozen=True)
class Measured:
    """What a piece of work took: median milliseconds by contender, cold and warm."""

    work: str
    cold: dict[str, float]
    warm: dict[str, float]


@functools.cache
def _peer_caches() -> tuple[functools._lru_cache_wrapper[object], ...]:
    return tuple(
        cache
        for cache in gc.get_objects()
        if isinstance(cache, functools._lru_cache_wrapper)
        and str(getattr(cache, "__module__", "")).split(".")[0] in {"icepool", "dyce", "d20"}
    )


def clear_everything() -> None:
    """Forget whatever any contender remembers."""
    dice.clear_caches()
    for cache in _peer_caches():
        cache.cache_clear()


def milliseconds(run: Run) -> float:
    """One call."""
    start = perf_counter()
    run()
    return (perf_counter() - start) * 1000


def measure(work: str, contenders: list[Contender], rounds: int = 15, calls: int = 3) -> Measured:
    """Medians of cold and of warm calls, contenders taking turns, the garbage collector off as in `timeit`."""
    cold: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    warm: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    gc.collect()
    gc.disable()
    for _ in range(rounds):
        for contender in contenders:
            for _ in range(calls):
                clear_everything()
                cold[contender.name].append(milliseconds(contender.run))
            warm[contender.name].extend(milliseconds(contender.run) for _ in range(calls))
    gc.enable()
    return Measured(
        work,
        {name: median(times) for name, times in cold.items()},
        {name: median(times) for name, times in warm.items()},
    )


def per_second(run: Run, seconds: float = 0.4) -> float:
    """Calls a second, in batches of 200."""
    calls = 0
    start = perf_counter()
    while (spent := perf_counter() - start) < seconds:
        for _ in range(200):
            run()
        calls += 200
    return calls / spent
