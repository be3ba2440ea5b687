"""Adarga: the arithmetic of a blow in tabletop role-playing games."""

from __future__ import annotations

__version__ = "0.1.0"
