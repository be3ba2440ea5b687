"""Loading what only the extra `adarga[charts]` brings."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from adarga.errors import AdargaError

EXTRA = "adarga[charts]"
_BROUGHT = {"altair": "altair", "vl_convert": "vl-convert-python"}


def need(module: str) -> ModuleType:
    """A module that is, or stands on, a package of the extra. Raises `AdargaError` (`charts.missing`) without it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = _BROUGHT.get((error.name or "").split(".")[0])
        if package is None:
            raise
        raise AdargaError("charts.missing", package=package, extra=EXTRA) from None
