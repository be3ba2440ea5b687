"""What the page of numbers is asked: its address holds all of it, so that every view is a link."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from adarga.interop.strikes import OTHERS
from adarga.rules.fields import FIELDS
from adarga.rules.library import RULEBOOKS

SECOND = "2."
DEFAULTS = {
    "absorption": {"damage": "d10", "absorption": "4", "points": "17"},
    "damage-steps": {"damage": "d8+2", "ar": "5", "ap": "2", "bonus": "5", "defence": "14", "points": "30"},
    "percentile": {"damage": "2d6", "skill": "55", "dodge": "30", "armour": "1", "points": "11"},
}
AXES = {
    "absorption": ("damage=d4,d6,d8,d10,d12,d20", "absorption=2..8"),
    "damage-steps": ("damage=d6,d8,d10,d12,2d8,3d6", "ar=0..8"),
    "percentile": ("damage=d6,d8,d10,2d6,3d6", "skill=20..80 by 10"),
}
MOST = 400
MOST_BOOK = 6000


@dataclass(frozen=True, slots=True)
class Question:
    """A strike's values, the other side's values in a duel, two house books (texts), and a matrix's axes."""

    rulebook: str = RULEBOOKS[0]
    values: Mapping[str, str] = field(default_factory=dict)
    second: Mapping[str, str] = field(default_factory=dict)
    houses: tuple[str, str] = ("", "")
    rows: str = ""
    columns: str = ""
    measure: str = "mean"

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of what can be said of a strike of this book."""
        return (*OTHERS, *(one.name for one in FIELDS if self.rulebook in one.books))

    def house(self, at: int) -> str | None:
        """A house book's whole text: what is typed may be only what differs."""
        text = self.houses[at].replace("\r\n", "\n").strip()
        if not text:
            return None
        has_base = any(line.split("=")[0].strip() == "base" for line in text.splitlines())
        return (text if has_base else f'base = "{self.rulebook}"\n{text}') + "\n"

    def query(self, **other: str) -> str:
        """The address's query for this question: short, what is at its default left out, always in one order."""
        return urlencode([*self._pairs(), *other.items()])

    def _pairs(self) -> Iterable[tuple[str, str]]:
        yield "book", self.rulebook
        for name in self.fields:
            if self.values.get(name):
                yield name, self.values[name]
        for name in self.fields:
            if self.second.get(name):
                yield SECOND + name, self.second[name]
        rows, columns = AXES[self.rulebook]
        given = {"a": self.houses[0], "b": self.houses[1], "rows": self.rows, "columns": self.columns}
        given["measure"] = self.measure
        plain = {"rows": rows, "columns": columns, "measure": "mean"}
        yield from ((name, value) for name, value in given.items() if value and value != plain.get(name))


def question_of(pairs: Mapping[str, str]) -> Question:
    """The question of an address; an address that asks for nothing gets an example of its book."""
    book = pairs.get("book", RULEBOOKS[0])
    book = book if book in RULEBOOKS else RULEBOOKS[0]
    asked = Question(book)
    values = {name: pairs[name].strip()[:MOST] for name in asked.fields if pairs.get(name, "").strip()}
    second = {
        name: pairs[SECOND + name].strip()[:MOST] for name in asked.fields if pairs.get(SECOND + name, "").strip()
    }
    if not values:
        values = dict(DEFAULTS[book])
    rows, columns = AXES[book]
    return Question(
        book,
        values,
        second,
        (pairs.get("a", "")[:MOST_BOOK], pairs.get("b", "")[:MOST_BOOK]),
        pairs.get("rows", "").strip()[:MOST] or rows,
        pairs.get("columns", "").strip()[:MOST] or columns,
        pairs.get("measure", "mean").strip()[:MOST],
    )
