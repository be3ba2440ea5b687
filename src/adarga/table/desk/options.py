"""The options of a strike that the game master's page offers, by rulebook."""

from __future__ import annotations

from collections.abc import Mapping

NUMBERS: Mapping[str, tuple[str, ...]] = {
    "absorption": ("effectiveness", "soak_energy"),
    "damage-steps": ("steps", "elect"),
    "percentile": ("modifier", "defence_modifier"),
}
FLAGS: Mapping[str, tuple[str, ...]] = {
    "absorption": (),
    "damage-steps": ("telling", "non_lethal"),
    "percentile": ("prone", "defending", "object"),
}
