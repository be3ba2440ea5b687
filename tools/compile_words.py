"""Compile the word fragments of src/adarga/words/po into the catalogues gettext reads.

Each language has one fragment per area. The keys that begin with the same word become one catalogue, `WORD.mo`, so
that a short command reads few of them. `click.po` holds click's own English messages and becomes `messages.mo`, the
domain click asks for.
"""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

WORDS = Path(__file__).resolve().parent.parent / "src" / "adarga" / "words"
CLICK = "click.po"
# A fixed date: compiling the same fragments always gives the same bytes.
DATE = datetime(2026, 1, 1, tzinfo=UTC)
# Babel gives Spanish a third form, for whole millions.
PLURALS = "nplurals=2; plural=(n != 1);"
MessageId = str | tuple[str, ...]
Sentence = str | tuple[str, ...]
MSGID = re.compile(rb'^msgid (?!""\s+msgstr)', re.MULTILINE)


def fragment(path: Path) -> Catalog:
    """The messages of one fragment; a message without a sentence or given twice is a mistake."""
    text = path.read_bytes()
    catalog = read_po(BytesIO(text), abort_invalid=True)
    messages = [message for message in catalog if message.id]
    if len(MSGID.findall(text)) != len(messages):
        raise ValueError(f"{path}: a msgid stands twice")
    for message in messages:
        sentences = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.fuzzy or not all(sentences):
            raise ValueError(f"{path}: {message.id!r} has no sentence")
    return catalog


def joined(paths: list[Path]) -> dict[MessageId, Sentence]:
    """The messages of all fragments; a key of two of them is a mistake."""
    whole: dict[MessageId, Sentence] = {}
    for path in paths:
        for message in fragment(path):
            key = _plain(message.id)
            if key in whole:
                raise ValueError(f"{path}: {key!r} stands in another fragment too")
            if key:
                whole[key] = _plain(message.string)
    return whole


def _plain(text: str | list[str] | tuple[str, ...]) -> MessageId:
    return text if isinstance(text, str) else tuple(text)


def by_area(messages: dict[MessageId, Sentence]) -> dict[str, dict[MessageId, Sentence]]:
    """Messages by the first word of their keys."""
    areas: dict[str, dict[MessageId, Sentence]] = {}
    for key, sentence in messages.items():
        name = key if isinstance(key, str) else key[0]
        areas.setdefault(name.split(".")[0], {})[key] = sentence
    return areas


def catalogue(lang: str, messages: dict[MessageId, Sentence]) -> bytes:
    """The bytes of a compiled catalogue."""
    whole = Catalog(locale=lang, project="adarga", version="0", creation_date=DATE, revision_date=DATE, fuzzy=False)
    whole.mime_headers = [("Plural-Forms", PLURALS)]
    for key, sentence in messages.items():
        whole.add(key, sentence)
    content = BytesIO()
    write_mo(content, whole)
    return content.getvalue()


def compiled(words: Path = WORDS) -> dict[Path, bytes]:
    """Every catalogue to write and its bytes."""
    files: dict[Path, bytes] = {}
    for folder in sorted((words / "po").iterdir()):
        target = words / "locale" / folder.name / "LC_MESSAGES"
        paths = sorted(folder.glob("*.po"))
        own = by_area(joined([path for path in paths if path.name != CLICK]))
        clicks = joined([path for path in paths if path.name == CLICK])
        for name, messages in (*own.items(), *([("messages", clicks)] if clicks else [])):
            files[target / f"{name}.mo"] = catalogue(folder.name, messages)
    return files


def main() -> None:
    try:
        files = compiled()
    except ValueError as mistake:
        sys.exit(str(mistake))
    for old in (WORDS / "locale").rglob("*.mo"):
        if old not in files:
            old.unlink()
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    main()
