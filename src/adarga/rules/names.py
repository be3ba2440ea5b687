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
NEAR = 0.6
"""How like a name another must be to be suggested for it, from 0 to 1."""
MOST_LISTED = 12
"""Where no name is near, up to so many are all listed."""
_LONGEST = 80


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
        raise unknown(kind, text, (name for thing in table.values() for name in called(thing)), table)
    return thing


def unknown(kind: str, text: str, names: Iterable[str], ids: Iterable[str] = ()) -> AdargaError:
    """The error that says a name is not known, with what `advice` has to say of it."""
    tail, told = advice(text, names, ids)
    return AdargaError(f"books.unknown{tail}", kind=Key(f"kind.{kind}"), name=text, nearest=told)


def advice(text: str, names: Iterable[str], ids: Iterable[str] = ()) -> tuple[str, str]:
    """What to say of a name that is not known: the tail of a message key, and the names that go with it.

    `""`: those near it; `".few"`: none is near, and these are all there are (their `ids`, where given); `".none"`:
    none is near, or there is none.

    >>> advice("longswrd", ("longsword", "dagger")), advice("xyzzy", ("longsword", "dagger")), advice("x", ())
    (('', 'longsword'), ('.few', 'longsword, dagger'), ('.none', ''))
    """
    names = tuple(names)
    close = nearest(text, names)
    if close:
        return "", ", ".join(close)
    every = tuple({folded(name): name for name in ids or names if folded(name)}.values())
    return (".few", ", ".join(every)) if 0 < len(every) <= MOST_LISTED else (".none", "")


def nearest(text: str, names: Iterable[str], most: int = 3, cutoff: float = NEAR) -> tuple[str, ...]:
    """The names most like a text, the best first, none where none is like it; each word once, however written.

    >>> nearest("cota de maya", ("chain mail", "cota de malla", "escudo"), 1)
    ('cota de malla',)
    >>> nearest("xyzzy", ("coraza", "escudo"))
    ()
    """
    # Only a mistaken name needs it, so no command loads it otherwise.
    from difflib import SequenceMatcher

    wanted = folded(text)
    spelled = {folded(name): name for name in names if folded(name)}
    if not wanted or len(wanted) > _LONGEST:
        return ()
    scored = sorted(
        ((SequenceMatcher(None, wanted, plain).ratio(), name) for plain, name in spelled.items()),
        key=lambda pair: -pair[0],
    )
    return tuple(name for score, name in scored[:most] if score >= cutoff)
