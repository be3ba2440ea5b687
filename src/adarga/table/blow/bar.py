"""A blow as a bar: the dice are a length; each layer that stops some is a block; what is left goes through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adarga.plan import Line, Thing
from adarga.telling.said import Sayer

WIDTH, GAP, LEAST = 426.0, 2.0, 24.0
"""The bar's own width, the gap between blocks, the least width of a block: a number has to stand in it."""
LAYERS = {
    "constitution": "constitution",
    "constitution_read_as": "constitution",
    "stone_born": "stone",
    "sheet": "sheet",
    "item": "item",
    "soak": "soak",
    "halve": "half",
    "halve_dice": "half",
    "half_of_it": "share",
    "none_of_it": "share",
}
"""Short names of layers that no piece names, by the last word of their reason."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of the bar: what is `stopped`, what goes `through`, what a minimum `raised`; where it is drawn."""

    kind: str
    points: int
    name: str
    full: str
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class BlowBar:
    """What the dice came to, the blocks from left to right, what reached the body, and all of it as a sentence."""

    rolled: int
    damage: int
    blocks: tuple[Block, ...]
    label: str


def blow_bar(sayer: Sayer, lines: Sequence[Line]) -> BlowBar | None:
    """The bar of a trace whose blow landed; None for a miss, which is a sentence and no bar."""
    rolled = sum(line.after or 0 for line in lines if line.kind == "part")
    if not any(line.kind == "part" for line in lines) or rolled <= 0:
        return None
    stopped: list[tuple[str, str, int]] = []
    raised = 0
    for line in lines:
        if line.before is None or line.after is None or line.kind not in ("step", "damage") or _sums_up(line):
            continue
        change = line.after - line.before
        if change > 0:
            raised += change
        elif change < 0:
            own = min(raised, -change)
            raised -= own
            if -change > own:
                stopped.append((layer(sayer, line), sayer.reason(line.reason), -change - own))
    through = rolled - sum(points for _, _, points in stopped)
    words = sayer.words
    found = [("stopped", points, name, full) for name, full, points in stopped]
    if through > 0:
        found.append(("through", through, words.say("blow.through"), words.say("blow.through")))
    if raised > 0:
        found.append(("raised", raised, words.say("blow.minimum"), words.say("blow.minimum")))
    parts = ", ".join(f"{name} {points}" for _, points, name, _ in found)
    label = words.say("blow.bar_label", rolled=rolled, parts=parts, damage=through + raised)
    return BlowBar(rolled, through + raised, _placed(found), label)


def _sums_up(line: Line) -> bool:
    """Whether a line only says again what the steps before it did."""
    return line.reason.key.startswith("plan.")


def layer(sayer: Sayer, line: Line) -> str:
    """A layer's short name: that of its piece, else what kind of layer it is."""
    values = dict(line.reason.values)
    for name in ("piece", "piece1", "type"):
        if isinstance(values.get(name), Thing):
            return sayer.name(str(values[name]))
    word = LAYERS.get(line.reason.key.rpartition(".")[2], "other")
    return sayer.words.say(f"blow.layer.{word}")


def _placed(found: Sequence[tuple[str, int, str, str]]) -> tuple[Block, ...]:
    """The blocks side by side, each as wide as its points, none too narrow for its number."""
    room = WIDTH - GAP * max(len(found) - 1, 0)
    total = sum(points for _, points, _, _ in found)
    wanted = [max(room * points / total, LEAST) for _, points, _, _ in found]
    scale = room / sum(wanted)
    blocks: list[Block] = []
    x = 2.0
    for (kind, points, name, full), width in zip(found, wanted, strict=True):
        blocks.append(Block(kind, points, name, full, round(x, 1), round(width * scale, 1)))
        x += width * scale + GAP
    return tuple(blocks)
