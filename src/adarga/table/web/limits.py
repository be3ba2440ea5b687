"""How much one token or address may ask: buckets that fill with time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

_MOST_KEPT = 10_000


@dataclass(slots=True)
class Buckets:
    """For each name `burst` asks at once, and `rate` a second from then on; `clock` gives seconds."""

    rate: float
    burst: float
    clock: Callable[[], float]
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, name: str) -> bool:
        """Whether one more may be asked under this name; it is counted."""
        with self._lock:
            now = self.clock()
            left, last = self._left.pop(name, (self.burst, now))
            left = min(self.burst, left + (now - last) * self.rate)
            allowed = left >= 1
            self._left[name] = (left - 1 if allowed else left, now)
            while len(self._left) > _MOST_KEPT:
                del self._left[next(iter(self._left))]
            return allowed
