"""Skirmishes: whole fights of any number on each side, fought over and over by the rulebook's own rules."""

from adarga.study.skirmish.muster import Troop, mustered
from adarga.study.skirmish.policy import Policy
from adarga.study.skirmish.run import Fared, Skirmish, skirmish
from adarga.study.skirmish.tally import Estimate

__all__ = ["Estimate", "Fared", "Policy", "Skirmish", "Troop", "mustered", "skirmish"]
