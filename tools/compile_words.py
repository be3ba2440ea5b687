"""Compile the word fragments of src/adarga/words/po into the catalogues gettext reads.

Each language has one fragment per area; they are joined into `adarga.mo`. `click.po` holds click's own English
messages and becomes `messages.mo`, the domain click asks for.
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


def joined(lang: str, paths: list[Path]) -> Catalog:
    """All fragments as one catalogue; a key of two fragments is a mistake."""
    whole = Catalog(locale=lang, project="adarga", version="0", creation_date=DATE, revision_date=DATE, fuzzy=False)
    whole.mime_headers = [("Plural-Forms", PLURALS)]
    for path in paths:
        for message in fragment(path):
            if not message.id:
                continue
            if message.id in whole:
                raise ValueError(f"{path}: {message.id!r} stands in another fragment too")
            whole.add(message.id, message.string)
    return whole


def compiled(words: Path = WORDS) -> dict[Path, bytes]:
    """Every catalogue to write and its bytes."""
    files: dict[Path, bytes] = {}
    for folder in sorted((words / "po").iterdir()):
        target = words / "locale" / folder.name / "LC_MESSAGES"
        paths = sorted(folder.glob("*.po"))
        for name, parts in (
            ("adarga.mo", [path for path in paths if path.name != CLICK]),
            ("messages.mo", [path for path in paths if path.name == CLICK]),
        ):
            if parts:
                content = BytesIO()
                write_mo(content, joined(folder.name, parts))
                files[target / name] = content.getvalue()
    return files


def main() -> None:
    try:
        files = compiled()
    except ValueError as mistake:
        sys.exit(str(mistake))
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    main()
