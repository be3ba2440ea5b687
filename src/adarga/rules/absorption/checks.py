"""Who tests what on a d20, and the bands of those tests (A9, A10)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from adarga.dice import dice
from adarga.errors import AdargaError
from adarga.plan import Band, Check, Plan, Reason, runs
from adarga.plan.nodes import Runs
from adarga.rules.protocol import Matchup

D20 = dice(1, 20)
Way = Literal["at-least", "at-most"]


def attack_need(matchup: Matchup) -> int | None:
    """The characteristic a character attacks with; None for a monster, or where it is not given."""
    if matchup.attacker.level is not None:
        return None
    return _held(getattr(matchup.attacker, matchup.weapon.test))


def dexterity_need(matchup: Matchup) -> int | None:
    """The Dexterity a character avoids a blow with; None for a monster, or where it is not given."""
    return None if matchup.target.level is not None else _held(matchup.target.dexterity)


def _held(characteristic: int | None) -> int | None:
    if characteristic is not None and characteristic < 1:
        raise AdargaError("absorption.characteristic_zero", characteristic=characteristic)
    return characteristic


@lru_cache(maxsize=1024)
def sorted_faces(
    need: int, way: Way, margins: bool, marked: bool
) -> tuple[tuple[tuple[int, bool, Runs], ...], tuple[tuple[int, bool, Runs], ...]]:
    """The faces that fail and those that succeed, each as (margin, worst face, faces).

    Margins are told apart only where they count, the worst face only where it is marked; both sides have one entry
    at least, without faces where nothing falls in it.

    >>> sorted_faces(12, "at-least", False, True)
    (((0, True, ((1, 1),)), (0, False, ((2, 11),))), ((0, False, ((12, 20),)),))
    """
    sides: tuple[dict[tuple[int, bool], set[int]], ...] = ({}, {})
    for face in range(1, 21):
        margin = face - need if way == "at-least" else need - face
        worst = marked and face == (1 if way == "at-least" else 20)
        key = (margin if margins and margin >= 0 else 0, worst)
        sides[margin >= 0].setdefault(key, set()).add(face)
    failed, succeeded = (
        tuple((margin, worst, runs(faces)) for (margin, worst), faces in side.items()) or ((0, False, ()),)
        for side in sides
    )
    return failed, succeeded


def faces_text(need: int, way: Way) -> str:
    """The faces of a d20 that succeed, as text: `12–20`, `1–12`, `20`; empty where none does."""
    first, last = (need, 20) if way == "at-least" else (1, min(need, 20))
    if first > last:
        return ""
    return str(first) if first == last else f"{first}–{last}"


@lru_cache(maxsize=1024)
def _reason(tested: str, need: int, way: Way) -> Reason:
    """Why a test of a characteristic, or one `to_avoid` a blow, goes as it does."""
    faces = faces_text(need, way)
    if not faces:
        return Reason("A9", f"absorption.cannot_{tested}", need=need)
    return Reason("A9", f"absorption.test_{tested}", need=need, faces=faces)


def attack_check(
    need: int,
    way: Way,
    characteristic: str,
    marks: tuple[str, ...],
    margins: bool,
    miss: Plan,
    hit: Callable[[int], Plan],
) -> Check:
    """The attack test: `miss`, and `hit` for each margin that counts."""
    failed, succeeded = sorted_faces(need, way, margins, bool(marks))
    bands = [Band("miss", faces, miss, marks if worst else ()) for _, worst, faces in failed]
    bands += [Band("hit", faces, hit(margin), marks if worst else ()) for margin, worst, faces in succeeded]
    return Check("attack", D20, tuple(bands), _reason(characteristic, need, way))


def dexterity_check(need: int, way: Way, marks: tuple[str, ...], avoided: Plan, failed: Plan) -> Check:
    """The Dexterity test: `avoided`, `failed`."""
    fails, avoids = sorted_faces(need, way, False, bool(marks))
    bands = [Band("avoided", faces, avoided, marks if worst else ()) for _, worst, faces in avoids]
    bands += [Band("failed", faces, failed, marks if worst else ()) for _, worst, faces in fails]
    return Check("dexterity", D20, tuple(bands), _reason("to_avoid", need, way))
