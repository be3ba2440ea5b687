"""One study asked of every point of a grid: written in a file, worked out by many processes, never twice."""

from __future__ import annotations

from adarga.study.sweep.spec import Sweep, load

__all__ = ["Sweep", "load"]
