"""Finding a thing by what people call it: its id or a name in either language, however it is written."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol, TypeVar

from adarga.errors import AdargaError, Key
from adarga.rules.values import Names


class Named(Protocol):
    """Anything with an id and names."""

    @property
    def id(self) -> str:
        """The id, as a book writes it."""
        ...

    @property
    def name(self) -> Names:
        """Its names in each language."""
        ...


Thing = TypeVar("Thing", bound=Named)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """A name without all that is forgiven: accents, case, spaces, hyphens, underscores, other marks.

    >>> folded("Cota de MÁLLA") == folded("cota_de-malla")
    True
    """
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def called(thing: Named) -> tuple[str, ...]:
    """Everything a thing answers to: its id, its English and Spanish names, its aliases."""
    return (thing.id, thing.name.en, thing.name.es, *thing.name.aliases)


def search(table: Mapping[str, Thing], text: str) -> Thing | None:
    """The thing of a table that answers to a name, None where there is none."""
    exact = table.get(text)
    if exact is not None:
        return exact
    wanted = folded(text)
    return next((thing for thing in table.values() if wanted in map(folded, called(thing))), None) if wanted else None


def find(table: Mapping[str, Thing], text: str, kind: str = "thing") -> Thing:
    """The thing of a table that answers to a name.

    `kind` is a word for what the table holds (`weapon`, `armour`, `shield`, `monster`, `thing`). Raises `AdargaError`
    (`books.unknown`, with the nearest names) where nothing answers to it.

    >>> from adarga.rules.values import Names
    >>> from adarga.rules.protocol import Piece
    >>> mail = Piece(id="chain-mail", name=Names("chain mail", "cota de malla"))
    >>> find({"chain-mail": mail}, "Cota de Malla", "armour").id
    'chain-mail'
    """
    thing = search(table, text)
    if thing is None:
        raise unknown(kind, text, (name for thing in table.values() for name in called(thing)))
    return thing


def unknown(kind: str, text: str, names: Iterable[str]) -> AdargaError:
    """The error that says a name is not known, with the nearest of those that are."""
    close = nearest(text, names)
    key = "books.unknown" if close else "books.unknown.none"
    return AdargaError(key, kind=Key(f"kind.{kind}"), name=text, nearest=", ".join(close))


def nearest(text: str, names: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The names most like a text, the best first, at least one where there are any; each word once, however written.

    >>> nearest("cota de maya", ("chain mail", "cota de malla", "escudo"), 1)
    ('cota de malla',)
    """
    # Only a mistaken name needs it, so no command loads it otherwise.
    from difflib import SequenceMatcher

    wanted = folded(text)
    spelled = {folded(name): name for name in names if name}
    scored = sorted(
        ((SequenceMatcher(None, wanted, plain).ratio(), name) for plain, name in spelled.items()),
        key=lambda pair: -pair[0],
    )
    return tuple(name for score, name in scored[:most] if score >= 0.6) or tuple(name for _, name in scored[:1])
