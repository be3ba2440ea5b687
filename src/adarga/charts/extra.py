"""Loading what only the extra `adarga[charts]` brings."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from adarga.errors import AdargaError

EXTRA = "adarga[charts]"
_BROUGHT = {"altair": "altair", "vl_convert": "vl-convert-python"}


def need(module: str) -> ModuleType:
    """A module that is, or stands on, a package of the extra.

    Raises `AdargaError` (`charts.missing`) where that package is not there, or does not load.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = _BROUGHT.get((error.name or "").split(".")[0]) or _unloadable()
        if package is None:
            raise
        raise AdargaError("charts.missing", package=package, extra=EXTRA) from None


def _unloadable() -> str | None:
    """The first package of the extra that does not load: a broken one may fail by any name within it."""
    for module, package in _BROUGHT.items():
        try:
            import_module(module)
        except ImportError:
            return package
    return None
