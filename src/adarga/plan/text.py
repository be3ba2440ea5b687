"""A plan as text: JSON and back, and a tree for programmers to print."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from adarga.dice import parse
from adarga.errors import AdargaError
from adarga.plan.explain import part_text
from adarga.plan.nodes import (
    NONE,
    AtLeast,
    Band,
    Blow,
    Check,
    Halve,
    Ignore,
    Offer,
    Part,
    Plan,
    Reason,
    Reduce,
    Step,
    Thing,
)

Json = dict[str, object]
T = TypeVar("T")


def _reason_json(reason: Reason) -> Json:
    values = {n: {"thing": str(v)} if isinstance(v, Thing) else v for n, v in reason.values}
    return {"ruling": reason.ruling, "key": reason.key, "values": values}


def _step_json(step: Step) -> Json:
    data: Json = {"step": type(step).__name__}
    if isinstance(step, Halve):
        data["up"] = step.up
    elif isinstance(step, Reduce):
        data |= {"by": step.by, "down_to": step.down_to}
    elif isinstance(step, AtLeast):
        data["least"] = step.least
    return data | {"reason": _reason_json(step.reason)}


def _part_json(part: Part) -> Json:
    return {
        "dice": None if part.dice is None else str(part.dice),
        "plus": part.plus,
        "type": part.type,
        "soak": [_step_json(step) for step in part.soak],
        "reason": _reason_json(part.reason),
        "idle": [_reason_json(reason) for reason in part.idle],
    }


def _offer_json(offer: Offer) -> Json:
    return {
        "name": offer.name,
        "by": offer.by,
        "cost": {"of": offer.cost[0], "amount": offer.cost[1]},
        "most": offer.most,
        "reason": _reason_json(offer.reason),
    }


def _band_json(band: Band) -> Json:
    faces = [list(run) for run in band.faces]
    return {"name": band.name, "faces": faces, "marks": list(band.marks), "then": to_json(band.then)}


def to_json(plan: Plan) -> Json:
    """The plan as what `json.dumps` takes; `from_json` gives an equal plan back."""
    shared: Json = {"reason": _reason_json(plan.reason), "idle": [_reason_json(reason) for reason in plan.idle]}
    if isinstance(plan, Check):
        bands = [_band_json(band) for band in plan.bands]
        check: Json = {"node": "check", "name": plan.name, "die": str(plan.die), "bands": bands}
        return check | shared
    blow: Json = {
        "node": "blow",
        "parts": [_part_json(part) for part in plan.parts],
        "soak": [_step_json(step) for step in plan.soak],
        "offers": [_offer_json(offer) for offer in plan.offers],
        "marks": list(plan.marks),
    }
    return blow | shared


class _Reader:
    """A JSON value and the path it stands at; every wrong shape is one error that names the path."""

    def __init__(self, value: object, path: str) -> None:
        self.value = value
        self.path = path

    def fail(self, wants: str) -> AdargaError:
        return AdargaError("plan.json", path=self.path or ".", wants=wants)

    def of(self, kind: type[T]) -> T:
        if not isinstance(self.value, kind) or (kind is int and isinstance(self.value, bool)):
            raise self.fail(kind.__name__)
        return self.value

    def __getitem__(self, name: str) -> _Reader:
        data = self.of(dict)
        if name not in data:
            raise self.fail(name)
        return _Reader(data[name], f"{self.path}.{name}")

    def get(self, name: str, default: object) -> _Reader:
        return _Reader(self.of(dict).get(name, default), f"{self.path}.{name}")

    def each(self, make: Callable[[_Reader], T]) -> tuple[T, ...]:
        return tuple(make(_Reader(value, f"{self.path}[{i}]")) for i, value in enumerate(self.of(list)))

    def one_of(self, *words: str) -> str:
        if self.value not in words:
            raise self.fail(" | ".join(words))
        return str(self.value)


def _word(at: _Reader) -> str:
    return at.of(str)


def _value(at: _Reader) -> int | str:
    if isinstance(at.value, dict):
        return Thing(at["thing"].of(str))
    return at.value if isinstance(at.value, str) else at.of(int)


def _reason(at: _Reader) -> Reason:
    if at.value is None:
        return NONE
    values = {name: _value(at["values"][name]) for name in at["values"].of(dict)}
    return Reason(at["ruling"].of(str), at["key"].of(str), **values)


def _step(at: _Reader) -> Step:
    kind = at["step"].one_of("Halve", "Reduce", "AtLeast", "Ignore")
    reason = _reason(at.get("reason", None))
    if kind == "Halve":
        return Halve(at.get("up", False).of(bool), reason)
    if kind == "Reduce":
        return Reduce(at["by"].of(int), at.get("down_to", 0).of(int), reason)
    return AtLeast(at["least"].of(int), reason) if kind == "AtLeast" else Ignore(reason)


def _part(at: _Reader) -> Part:
    dice, kind = at.get("dice", None), at.get("type", None)
    return Part(
        None if dice.value is None else parse(dice.of(str)),
        at.get("plus", 0).of(int),
        at.get("soak", []).each(_step),
        None if kind.value is None else kind.of(str),
        _reason(at.get("reason", None)),
        at.get("idle", []).each(_reason),
    )


def _offer(at: _Reader) -> Offer:
    cost = at["cost"]
    return Offer(
        at["name"].of(str),
        at["by"].one_of("attacker", "target"),
        (cost["of"].of(str), cost["amount"].of(int)),
        at.get("most", 1).of(int),
        _reason(at.get("reason", None)),
    )


def _run(at: _Reader) -> tuple[int, int]:
    ends = at.each(lambda end: end.of(int))
    if len(ends) != 2:
        raise at.fail("[first, last]")
    return ends[0], ends[1]


def _plan(at: _Reader) -> Plan:
    reason, idle = _reason(at.get("reason", None)), at.get("idle", []).each(_reason)
    if at["node"].one_of("check", "blow") == "check":
        return Check(at["name"].of(str), parse(at["die"].of(str)), at["bands"].each(_band), reason, idle)
    return Blow(
        at.get("parts", []).each(_part),
        at.get("soak", []).each(_step),
        at.get("offers", []).each(_offer),
        at.get("marks", []).each(_word),
        reason,
        idle,
    )


def _band(at: _Reader) -> Band:
    marks = at.get("marks", []).each(_word)
    return Band(at["name"].of(str), at["faces"].each(_run), _plan(at["then"]), marks)


def from_json(data: object) -> Plan:
    """The plan that `to_json` wrote. Raises `AdargaError` (`plan.json`) with the path of what is wrong.

    >>> from_json(to_json(Blow())) == Blow()
    True
    """
    return _plan(_Reader(data, ""))


def _step_text(step: Step) -> str:
    if isinstance(step, Halve):
        return "Halve(up)" if step.up else "Halve"
    if isinstance(step, Reduce):
        return f"Reduce({step.by}, down_to={step.down_to})" if step.down_to else f"Reduce({step.by})"
    return f"AtLeast({step.least})" if isinstance(step, AtLeast) else "Ignore"


def _blow_text(blow: Blow) -> str:
    parts = [
        " > ".join([part_text(part) + (f" [{part.type}]" if part.type else ""), *map(_step_text, part.soak)])
        for part in blow.parts
    ]
    pieces = [" + ".join(parts) or "nothing", *map(_step_text, blow.soak)]
    tail = [f"offers {offer.name}" for offer in blow.offers] + [f"marks {mark}" for mark in blow.marks]
    return " > ".join(pieces) + "".join(f"; {text}" for text in tail)


def _faces_text(band: Band) -> str:
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in band.faces) or "never"


def _tree(plan: Plan, indent: str, seen: dict[Check, int]) -> Iterator[str]:
    if isinstance(plan, Blow):
        yield f"{indent}{_blow_text(plan)}"
        return
    if plan in seen:
        yield f"{indent}{plan.name} {plan.die} (as #{seen[plan]})"
        return
    seen[plan] = len(seen) + 1
    yield f"{indent}{plan.name} {plan.die} (#{seen[plan]})"
    for band in plan.bands:
        head = f"{indent}  {_faces_text(band)} {band.name}" + "".join(f" [{mark}]" for mark in band.marks)
        if isinstance(band.then, Blow):
            yield f"{head}: {_blow_text(band.then)}"
        else:
            yield f"{head}:"
            yield from _tree(band.then, indent + "    ", seen)


def tree(plan: Plan) -> str:
    """The plan as an indented tree in the names of this library; a subtree met again is shown once.

    >>> from adarga.dice import parse
    >>> blow = Blow((Part(parse("d8"), soak=(Reduce(2),)),))
    >>> print(tree(Check("attack", parse("d20"), (Band("miss", ((1, 9),), Blow()), Band("hit", ((10, 20),), blow)))))
    attack d20 (#1)
      1-9 miss: nothing
      10-20 hit: d8 > Reduce(2)
    """
    return "\n".join(_tree(plan, "", {}))
