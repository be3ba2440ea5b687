"""Words for people: message keys and their values become sentences in Spanish or English.

Only the edges (command line, charts, interop, table) import this package.
"""

from __future__ import annotations

from adarga.words.errors import columns, error_text
from adarga.words.language import LANGUAGES, choose_language, install_click
from adarga.words.reader import Words

__all__ = ["LANGUAGES", "Words", "choose_language", "columns", "error_text", "install_click"]
