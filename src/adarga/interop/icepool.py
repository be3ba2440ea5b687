"""A plan as a program for icepool, another exact dice tool, by which it can be checked from outside."""

from __future__ import annotations

from collections.abc import Iterator

from adarga.dice import Expression
from adarga.plan import AtLeast, Blow, Check, Halve, Part, Plan, Reduce, Step

HEAD = '''"""The exact odds of a strike: `strike` is a die whose outcomes are (branch, damage, marks)."""

from icepool import Die, d
'''


def _dice(dice: Expression) -> str:
    terms: list[str] = []
    for addend in dice.addends():
        pool = addend.expression.pool
        constant = addend.expression.constant
        if pool is not None:
            text = f"{pool[0]} @ d({pool[1]})"
        elif constant is not None:
            text = f"Die([{constant}])"
        else:
            text = f"Die({dict(addend.expression.distribution().counts)})"
        terms.append(f"({text})" if addend.sign > 0 else f"(-({text}))")
    return " + ".join(terms)


def _step(step: Step) -> str:
    if isinstance(step, Halve):
        return "(value + 1) // 2" if step.up else "value // 2"
    if isinstance(step, Reduce):
        return f"max(value - {step.by}, min(value, {step.down_to}))"
    return f"max(value, {step.least})" if isinstance(step, AtLeast) else "0"


class _Writer:
    """The functions of the program, each node's once, in the order they are needed."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.functions: list[str] = []

    def define(self, kind: str, parameters: str, body: Iterator[str]) -> str:
        lines = list(body)
        name = f"{kind}_{len(self.functions) + 1}"
        self.functions.append("\n".join([f"def {name}({parameters}):", *(f"    {line}" for line in lines)]))
        return name

    def soak(self, steps: tuple[Step, ...]) -> str:
        return self.define("soak", "value", self._soak_lines(steps))

    def _soak_lines(self, steps: tuple[Step, ...]) -> Iterator[str]:
        yield "value = max(value, 0)"
        for step in steps:
            yield f"value = {_step(step)}"
        yield "return value"

    def part(self, part: Part) -> str:
        dice = "Die([0])" if part.dice is None else _dice(part.dice)
        return f"({dice} + ({part.plus})).map({self.soak(part.soak)})"

    def node(self, plan: Plan) -> str:
        if id(plan) not in self.names:
            self.names[id(plan)] = self.blow(plan) if isinstance(plan, Blow) else self.check(plan)
        return self.names[id(plan)]

    def blow(self, blow: Blow) -> str:
        total = " + ".join(self.part(part) for part in blow.parts) or "Die([0])"
        soak = self.soak(blow.soak)
        lines = [
            f"damage = ({total}).map({soak})",
            f"marks = tuple(sorted({{*marks, *{blow.marks!r}}}))",
            "return damage.map(lambda n: ('/'.join(path) or 'lands', n, marks))",
        ]
        return self.define("blow", "path, marks", iter(lines))

    def check(self, check: Check) -> str:
        lines = ["def then(face):"]
        for band in check.bands:
            if band.faces:
                asked = " or ".join(f"{first} <= face <= {last}" for first, last in band.faces)
                lines.append(f"    if {asked}:")
                lines.append(
                    f"        return {self.node(band.then)}((*path, {band.name!r}), (*marks, *{band.marks!r}))"
                )
        lines.append(f"return ({_dice(check.die)}).map(then)")
        return self.define(check.name, "path, marks", iter(lines))


def to_icepool(plan: Plan) -> str:
    """Python source that computes the plan's odds with icepool, as the die `strike` of (branch, damage, marks).

    >>> from adarga.dice import parse
    >>> from adarga.plan import Part, Reduce
    >>> print(to_icepool(Blow((Part(parse("d8"), soak=(Reduce(2),)),))).splitlines()[-1])
    strike = blow_3((), ())
    """
    writer = _Writer()
    root = writer.node(plan)
    return "\n\n".join([HEAD, *writer.functions, f"strike = {root}((), ())"]) + "\n"
