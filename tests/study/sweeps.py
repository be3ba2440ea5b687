"""Sweeps that several tests run, and a way to run one in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from adarga.study.sweep import Sweep, load
from adarga.study.sweep.journal import Journal, journal_path
from adarga.study.sweep.results import write
from adarga.study.sweep.run import run, sampled
from adarga.study.sweep.workers import Crew, Here

SMALL = """
book = "absorption"
study = "odds"
attacker = { strength = 8 }
weapon = { name = "axe", damage = "d8" }
target = { dexterity = 12, armour = "leather" }
[ranges]
"target.points" = "2..6 by 2"
"book.penetration.capped_by_roll" = [false, true]
"weapon.damage" = ["d6", "2d4"]
situation.effectiveness = "0..1"
"""
LARGE = """
book = "damage-steps"
study = "odds"
weapon = { name = "maul", damage = "4d10", type = "C" }
target = { armour = { name = "mail", ar = 3 } }
[ranges]
"weapon.bonus" = "0..4"
"target.defence" = "15..24"
"situation.steps" = "-2..2"
"target.armour.1.ar" = "1..4"
"""
LARGE_POINTS = 1_000


def nothing(_: int) -> None:
    """Take no notice of progress."""


def finish(
    sweep: Sweep, out: Path, crew: Callable[[Sweep], Crew] = Here, told: Callable[[int], None] = nothing
) -> bytes:
    """Do what is missing, write it, and give the file's bytes."""
    with Journal(journal_path(out), sweep) as journal:
        sample = sampled(sweep, journal.missing())
        with crew(sweep) as workers:
            run(journal, workers, sample, told)
        write(journal, out)
        journal.remove()
    return out.read_bytes()


def small() -> Sweep:
    return load(SMALL)


def large() -> Sweep:
    return load(LARGE)
