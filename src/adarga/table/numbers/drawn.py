"""Answers as the page shows them: bars, curves and a heat map as places in an SVG, figures as words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adarga.table.blow.odds import Bar, bars
from adarga.table.numbers.answers import Answer, Grid, Reading
from adarga.words import Words

WIDTH, HEIGHT = 560, 250
DASHES = {"book": "", "a": "", "b": "7 4"}
COLOURS = {"book": "s-ink", "a": "s-leather", "b": "s-steel"}
_LEVELS = 9
NEVER = "\N{INFINITY}"


@dataclass(frozen=True, slots=True)
class Curve:
    """One book's curve of being down by strike, as an SVG path."""

    name: str
    label: str
    path: str
    colour: str
    dashes: str


@dataclass(frozen=True, slots=True)
class CellShown:
    """A cell of the heat map: its number as it is said, how warm it is (0 to 9), whether the dice no longer matter."""

    text: str
    heat: int
    fixed: bool


def strike(words: Words, reading: Reading, points: int | None) -> dict[str, Any]:
    """The strike's figures and bars."""
    drawn: tuple[Bar, ...] = bars(words, dict(reading.damage), points)
    label = words.say(
        "blow.label",
        nothing=words.percent(1 - reading.hurts),
        hurts=words.percent(reading.hurts),
        mean=words.number(reading.mean),
    )
    return {"bars": drawn, "label": label, "reading": reading, "points": points}


def curves(words: Words, answer: Answer) -> tuple[Curve, ...]:
    """How soon points are gone, by book, as steps."""
    return tuple(
        Curve(
            one.name,
            words.say("numbers.half_by", name=named(words, one.name), strike=one.median or NEVER),
            _steps(one.down),
            COLOURS[one.name],
            DASHES[one.name],
        )
        for one in answer.readings
        if one.down
    )


def named(words: Words, name: str) -> str:
    """What a book is called beside the others."""
    return words.say(f"numbers.by.{name}")


def _steps(down: tuple[float, ...]) -> str:
    wide, high = (WIDTH - 60) / len(down), HEIGHT - 40
    path = [f"M40 {HEIGHT - 24}"]
    for at, share in enumerate(down):
        y = HEIGHT - 24 - share * high
        path.append(f"H{40 + (at + 1) * wide:.1f}V{y:.1f}")
    return "".join(path) + f"H{WIDTH - 10}"


def heat(words: Words, grid: Grid, measure: str) -> tuple[tuple[CellShown, ...], ...]:
    """The matrix as cells that are the warmer the higher their number."""
    known = [value for line in grid.values for value in line if value is not None]
    least, most = min(known, default=0.0), max(known, default=0.0)
    return tuple(
        tuple(
            CellShown(_said(words, value, measure), _level(value, least, most), fixed)
            for value, fixed in zip(line, told, strict=True)
        )
        for line, told in zip(grid.values, grid.fixed, strict=True)
    )


def _said(words: Words, value: float | None, measure: str) -> str:
    if value is None:
        return "–"
    if value == float("inf"):
        return NEVER
    return words.percent(value) if measure in ("hurts", "lands", "drops", "wins") else words.number(value)


def _level(value: float | None, least: float, most: float) -> int:
    if value is None or value == float("inf") or most <= least:
        return 0
    return min(round(_LEVELS * (value - least) / (most - least)), _LEVELS)


def figures(words: Words, answer: Answer) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Every figure of every book, a row each."""
    rows = [
        ("numbers.mean", [words.number(one.mean) for one in answer.readings]),
        ("numbers.hurts", [words.percent(one.hurts) for one in answer.readings]),
    ]
    if any(one.drops is not None for one in answer.readings):
        rows += [
            ("numbers.drops", [words.percent(one.drops or 0) for one in answer.readings]),
            ("numbers.strikes", [_or_never(words, one.strikes) for one in answer.readings]),
            ("numbers.median", [_or_never(words, one.median) for one in answer.readings]),
        ]
    return tuple((words.say(key), tuple(values)) for key, values in rows)


def _or_never(words: Words, strikes: float | None) -> str:
    return NEVER if strikes is None else words.number(strikes, 1)


def duels(words: Words, answer: Answer) -> tuple[dict[str, Any], ...]:
    """Who wins the duel, by book, as a bar of two parts (in per cent of its width)."""
    found = []
    for name, data in answer.duels:
        rounds = data["mean_rounds"]
        found.append(
            {
                "name": named(words, name),
                "first": words.percent(data["first"]),
                "second": words.percent(data["second"]),
                "share": round(100 * data["first"], 2),
                "rest": round(100 * data["second"], 2),
                "rounds": NEVER if rounds is None else words.number(rounds, 1),
            }
        )
    return tuple(found)
