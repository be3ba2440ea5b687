"""Which language the reader gets, and where its compiled words lie."""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping

from adarga.errors import AdargaError

LANGUAGES = ("en", "es")
# Not a Path: loading pathlib would cost a short command a noticeable part of its time.
LOCALE = __file__.removesuffix("language.py") + "locale"

_CLICK_DOMAIN = "messages"
_SYSTEM_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def known_language(lang: str) -> str:
    """Give `lang` back where Adarga speaks it, else raise `words.language`."""
    if lang not in LANGUAGES:
        raise AdargaError("words.language", lang=lang, known=LANGUAGES)
    return lang


def choose_language(asked: str | None = None, environ: Mapping[str, str] = os.environ) -> str:
    """The reader's language: what was asked for, else `ADARGA_LANG`, else the system's if Spanish, else English.

    Raises `words.language` where the first two name a language Adarga does not speak.

    >>> choose_language(None, {"LANG": "es_ES.UTF-8"})
    'es'
    >>> choose_language("en", {"ADARGA_LANG": "es"})
    'en'
    """
    chosen = asked or environ.get("ADARGA_LANG")
    if chosen:
        return known_language(chosen)
    system = next((environ[name] for name in _SYSTEM_VARIABLES if environ.get(name)), "")
    return "es" if system.startswith("es") else "en"


def install_click(lang: str) -> None:
    """Make click speak `lang`, in this process.

    Click asks gettext for the domain "messages" and takes the language from the environment alone, so this
    sets `LANGUAGE`: a pager or shell started from here gets it too.
    """
    os.environ["LANGUAGE"] = known_language(lang)
    gettext.bindtextdomain(_CLICK_DOMAIN, LOCALE)
    gettext.textdomain(_CLICK_DOMAIN)
