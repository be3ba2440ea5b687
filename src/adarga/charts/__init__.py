"""Pictures of odds and studies: one definition for notebook, file and page, in the reader's words.

Every chart takes the reader's `Words` and plain data, and gives an altair chart whose specification holds all it
shows: it asks for nothing from any network. Altair is loaded when a chart is first asked for; where the extra
`adarga[charts]` is not installed that raises `AdargaError` (`charts.missing`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adarga.charts.extra import need

if TYPE_CHECKING:
    from adarga.charts.curves import survival
    from adarga.charts.distributions import distribution
    from adarga.charts.duels import duel, offer_map
    from adarga.charts.files import check, check_ending, save, svg
    from adarga.charts.formatters import notebook
    from adarga.charts.maps import heat_map
    from adarga.charts.outcomes import skirmish
    from adarga.charts.policies import policy_map
    from adarga.charts.studies import duel_chart, matrix_chart, survival_chart

__all__ = [
    "check",
    "check_ending",
    "distribution",
    "duel",
    "duel_chart",
    "heat_map",
    "matrix_chart",
    "notebook",
    "offer_map",
    "policy_map",
    "save",
    "skirmish",
    "survival",
    "survival_chart",
    "svg",
]
_HOMES = {
    "check": "files",
    "check_ending": "files",
    "distribution": "distributions",
    "duel": "duels",
    "duel_chart": "studies",
    "heat_map": "maps",
    "matrix_chart": "studies",
    "notebook": "formatters",
    "offer_map": "duels",
    "policy_map": "policies",
    "save": "files",
    "skirmish": "outcomes",
    "survival": "curves",
    "survival_chart": "studies",
    "svg": "files",
}


def __getattr__(name: str) -> Any:
    """A function of this package, its module loaded now."""
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(need(f"adarga.charts.{_HOMES[name]}"), name)
