"""What every test shares: hypothesis finds wrong answers, not slow machines."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("adarga", deadline=None)
settings.load_profile("adarga")
