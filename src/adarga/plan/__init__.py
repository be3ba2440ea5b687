"""Plans: checks that end in blows, and their readings (play, odds, explain)."""

from __future__ import annotations

from adarga.plan.explain import Line, explain, explain_so_far, outline
from adarga.plan.nodes import (
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
    runs,
)
from adarga.plan.odds import Leaf, Odds, leaves, odds
from adarga.plan.reading import DAMAGE, Faces, Needs, Outcome, branch_id, play, read
from adarga.plan.text import from_json, to_json, tree

__all__ = [
    "DAMAGE",
    "AtLeast",
    "Band",
    "Blow",
    "Check",
    "Faces",
    "Halve",
    "Ignore",
    "Leaf",
    "Line",
    "Needs",
    "Odds",
    "Offer",
    "Outcome",
    "Part",
    "Plan",
    "Reason",
    "Reduce",
    "Step",
    "Thing",
    "branch_id",
    "explain",
    "explain_so_far",
    "from_json",
    "leaves",
    "odds",
    "outline",
    "play",
    "read",
    "runs",
    "to_json",
    "tree",
]
