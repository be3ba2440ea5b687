"""What a server of tables is told at its start."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """`lang`: the language where a browser asks for none of ours; `origin`: the address players' phones come by.

    `body`: the most bytes of a request; `rate`, `burst`: requests a second of one token, and at once.
    `attempts`: wrong codes or tokens a minute from one address; `heartbeat`: seconds between signs of life.
    `key`: what makes tables by the API, "" for nobody; `seconds`: the most that a study may take.
    """

    lang: str = "en"
    origin: str = ""
    body: int = 1_000_000
    rate: float = 20.0
    burst: int = 80
    attempts: int = 20
    heartbeat: float = 15.0
    key: str = ""
    seconds: float = 8.0
