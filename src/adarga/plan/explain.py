"""A plan as reasons: what each check and soak step did, or would do, and what did not act and why.

Lines hold keys and numbers only; `adarga.words` says them in a language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from adarga.plan.nodes import NONE, Blow, Check, Part, Plan, Reason, Runs, Step
from adarga.plan.reading import DAMAGE, Faces, Needs, Outcome, read


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation.

    `kind` is one of `check`, `band`, `part`, `step`, `sum`, `mark`, `damage`, `idle`, `offer`, `unused`. `name` is the
    check, the damage type, the offer; `band` the band a check fell in; `faces` the dice that fell; `runs` the
    faces of a band before the dice; `dice` the dice of a part or a check as text; `before` and `after` the value
    before and after a step. `depth` is how far into the tree the line stands (0 in a trace).
    """

    kind: str
    reason: Reason = NONE
    name: str = ""
    band: str = ""
    dice: str = ""
    faces: tuple[int, ...] = ()
    runs: Runs = ()
    before: int | None = None
    after: int | None = None
    depth: int = 0


@dataclass(slots=True)
class _Account:
    """What became of the rolled damage: rolled = absorbed + through, and a minimum's `raised` beside it."""

    rolled: int = 0
    absorbed: int = 0
    raised: int = 0

    def enter(self, before: int, after: int) -> None:
        if after >= before:
            self.raised += after - before
            return
        from_raised = min(self.raised, before - after)
        self.raised -= from_raised
        self.absorbed += before - after - from_raised

    @property
    def reason(self) -> Reason:
        values = {"rolled": self.rolled, "absorbed": self.absorbed, "through": self.rolled - self.absorbed}
        if self.raised:
            damage = self.rolled - self.absorbed + self.raised
            return Reason("", "plan.total_raised", **values, raised=self.raised, damage=damage)
        return Reason("", "plan.total", **values)


def _steps(steps: tuple[Step, ...], value: int, account: _Account) -> Iterator[Line]:
    for step in steps:
        after = step(value)
        account.enter(value, after)
        yield Line("step", step.reason, name=type(step).__name__, before=value, after=after)
        value = after


def _idle(reasons: Sequence[Reason], depth: int = 0) -> Iterator[Line]:
    for reason in reasons:
        yield Line("idle", reason, depth=depth)


class _Replay:
    """The faces of an outcome dealt out again, so that each die can be shown where it was used."""

    def __init__(self, dice: Iterable[tuple[str, Sequence[int]]]) -> None:
        self.left = {name: iter(values) for name, values in dice}
        self.taken: list[int] = []

    def source(self, name: str) -> _Replay:
        self.now = self.left.get(name, iter(()))
        self.taken = []
        return self

    def die(self, sides: int) -> int:
        face = next(self.now)
        self.taken.append(face)
        return face


def _part_lines(part: Part, replay: _Replay, account: _Account) -> Iterator[Line]:
    source = replay.source(DAMAGE)
    shown = part.plus if part.dice is None else part.dice.roll(source).total + part.plus
    rolled = max(shown, 0)
    account.rolled += rolled
    faces = tuple(source.taken)
    yield Line("part", part.reason, part.type or "", dice=part_text(part), faces=faces, before=shown, after=rolled)
    yield from _steps(part.soak, rolled, account)
    yield from _idle(part.idle)


def part_text(part: Part) -> str:
    """A part's dice and constant as canonical notation: `2d6+1`."""
    if part.dice is None:
        return str(part.plus)
    return str(part.dice + part.plus) if part.plus else str(part.dice)


def _blow_lines(outcome: Outcome, replay: _Replay) -> Iterator[Line]:
    blow = outcome.blow
    account = _Account()
    total = 0
    for part in blow.parts:
        lines = list(_part_lines(part, replay, account))
        yield from lines
        total += next(line.after or 0 for line in reversed(lines) if line.kind in ("step", "part"))
    if len(blow.parts) > 1:
        yield Line("sum", Reason("", "plan.sum", parts=len(blow.parts)), after=total)
    yield from _steps(blow.soak, total, account)
    if blow.parts and blow.reason is not NONE:
        yield Line("mark", blow.reason)
    yield from _idle(blow.idle)
    if blow.parts:
        yield Line("damage", account.reason, before=account.rolled, after=outcome.damage)
    else:
        yield Line("damage", blow.reason, before=0, after=0)


def explain(plan: Plan, faces: Faces) -> tuple[Line, ...]:
    """The trace of one strike: every step that acted, in order, with before and after, and every one that did not.

    Absorbed + through = rolled, and a minimum that overrides is a step of its own. Raises `AdargaError`
    (`plan.needs`) where a die is missing.
    """
    outcome = read(plan, faces)
    if isinstance(outcome, Needs):
        raise outcome.missing
    replay = _Replay(outcome.dice)
    lines, _ = _check_lines(plan, outcome.path, replay)
    lines.extend(_blow_lines(outcome, replay))
    lines.extend(Line("offer", offer.reason, offer.name) for offer in outcome.offers)
    lines.extend(
        Line("unused", Reason("", "plan.unused", name=name), name, faces=left) for name, left in outcome.unused
    )
    return tuple(lines)


def explain_so_far(plan: Plan, faces: Faces) -> tuple[Line, ...]:
    """The trace of a strike as far as its dice have fallen: where one is missing, last what it is to be thrown for."""
    found = read(plan, faces)
    if isinstance(found, Outcome):
        return explain(plan, faces)
    dice = [(name, [face for face in values if isinstance(face, int)]) for name, values in faces.items()]
    lines, node = _check_lines(plan, found.path, _Replay(dice))
    ahead = _blow_outline(node, 0) if isinstance(node, Blow) else outline(node)
    return (*lines, *(replace(line, depth=0) for line in ahead if isinstance(node, Blow) or _of_first(line)))


def _of_first(line: Line) -> bool:
    """Whether a line of an outline is of the check at its top."""
    return line.depth == 0 or (line.depth == 1 and line.kind == "idle")


def _check_lines(plan: Plan, path: Sequence[str], replay: _Replay) -> tuple[list[Line], Plan]:
    """The lines of the checks on a path, and the node it leads to."""
    lines: list[Line] = []
    node = plan
    for name in path:
        assert isinstance(node, Check)
        source = replay.source(node.name)
        total = node.die.roll(source).total
        band = node.band(total)
        thrown = tuple(source.taken)
        lines.append(Line("check", node.reason, node.name, name, str(node.die), thrown, band.faces, after=total))
        lines.extend(_idle(node.idle))
        node = band.then
    return lines, node


def outline(plan: Plan, depth: int = 0) -> tuple[Line, ...]:
    """The plan before the dice, as lines of a tree: checks and their bands, parts, steps, what is idle, offers."""
    if isinstance(plan, Blow):
        return tuple(_blow_outline(plan, depth))
    lines = [Line("check", plan.reason, plan.name, dice=str(plan.die), depth=depth), *_idle(plan.idle, depth + 1)]
    for band in plan.bands:
        lines.append(Line("band", NONE, plan.name, band.name, runs=band.faces, depth=depth + 1))
        lines.extend(outline(band.then, depth + 2))
    return tuple(lines)


def _blow_outline(blow: Blow, depth: int) -> Iterator[Line]:
    if not blow.parts:
        yield Line("damage", blow.reason, before=0, after=0, depth=depth)
    for part in blow.parts:
        yield Line("part", part.reason, part.type or "", dice=part_text(part), depth=depth)
        for step in part.soak:
            yield Line("step", step.reason, name=type(step).__name__, depth=depth + 1)
        yield from _idle(part.idle, depth + 1)
    for step in blow.soak:
        yield Line("step", step.reason, name=type(step).__name__, depth=depth)
    if blow.parts and blow.reason is not NONE:
        yield Line("mark", blow.reason, depth=depth)
    yield from _idle(blow.idle, depth)
    for offer in blow.offers:
        yield Line("offer", offer.reason, offer.name, depth=depth)
