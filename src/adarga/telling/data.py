"""What is told as data rather than in words."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
"""A JSON object."""
