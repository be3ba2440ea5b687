"""`adarga matrix`: a measure of a strike over any two things that can be said of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from adarga.cli.books import BookGroup, Given
from adarga.cli.case import Case, put_flags
from adarga.cli.charting import chart_option, save_chart
from adarga.cli.exact import MOST_DIGITS, digits_of
from adarga.cli.fields import exclusions, was_given
from adarga.cli.flags import spelling_of
from adarga.cli.frame import echo_json, option
from adarga.cli.layout import echo_lines
from adarga.cli.matchup import read_case, roster_of, unchecked_case
from adarga.cli.streams import echo
from adarga.cli.waiting import progress
from adarga.errors import AdargaError
from adarga.rules.fields import FIELDS
from adarga.telling.data import Json
from adarga.telling.layout import table, terminal_width, wrapped
from adarga.words import Words, columns

if TYPE_CHECKING:
    from adarga.charts.look import Picture
    from adarga.study.axes import Axis, Entry
    from adarga.study.dominance import Verdict
    from adarga.study.tables import Matrix, Measure, Value

EXAMPLES = {
    "absorption": (
        "adarga matrix absorption --rows armours --columns damage=d6,d8,d10,d12 --never-best",
        "adarga matrix absorption --rows damage=d6,2d6 --columns absorption=0..8 --points 20 --measure rounds",
    ),
    "damage-steps": (
        "adarga matrix damage-steps --rows weapons --columns ar=0..6 --measure hurts",
        "adarga matrix damage-steps --damage 3d4 --rows elect=1..7 --columns 'ar=0..10 by 5' --csv",
    ),
    "percentile": (
        "adarga matrix percentile --damage d8 --rows 'skill=20..100 by 20' --columns armour=0..3",
        "adarga matrix percentile --damage d8 --skill 60 --rows dodge=0,30,60 --columns armour=0..3 --exact",
    ),
}
NO_NUMBER, NO_END = "\N{EN DASH}", "\N{INFINITY}"
_CORNER = 30
MANY_CELLS = 500
"""So many may take long: how far it has come is shown."""


def _flags_of(axis: Axis, base: str) -> Iterator[str]:
    """The flags that say what an axis varies."""
    if axis.field is not None:
        yield axis.field.name
    elif axis.name == "weapons":
        yield from ("weapon", "damage")
    else:
        goes = ("target.armour", "piece.") if axis.name == "armours" else ("target.shield",)
        yield from (field.name for field in FIELDS if base in field.books and field.goes.startswith(goes))


def _hold_to_once(base: str, given: Given, axes: Sequence[Axis]) -> None:
    """Refuse flags that say what is varied, and those that do not go with it."""
    for axis in axes:
        for name in _flags_of(axis, base):
            if was_given(given, name):
                raise AdargaError("tables.varied", flag=spelling_of(name), axis=axis.name)
            exclusions(given | {name: True})


def read_axes(base: str, given: Given) -> tuple[Case, Axis, Axis]:
    """The strike a line describes, and what `--rows` and `--columns` vary of it, weapons with the flags put on them.

    Raises `AdargaError` for what does not go together, what an axis has wrong, and where an axis is missing.
    """
    from adarga.study.axes import axis

    for name in ("rows", "columns"):
        if not given[name]:
            raise AdargaError("tables.axis_missing", flag=f"--{name}")
    text = [given[name] for name in ("rows", "columns")]
    stand_in = {"damage": given["damage"] or "0"} if any(_gives_damage(one) for one in text) else {}
    case = unchecked_case(base, given | stand_in)
    combatants = tuple(roster_of(base, given).combatants.values()) if given["roster"] else ()
    rows, across = (axis(case.rulebook, one, combatants) for one in text)
    _hold_to_once(base, given, (rows, across))
    said = {one.field.name: one.entries[0].value for one in (rows, across) if one.field is not None}
    read_case(base, given | stand_in | said)
    return case, _armed(case, given, rows), _armed(case, given, across)


def _gives_damage(text: str) -> bool:
    return text.partition("=")[0].strip().casefold() in ("weapons", "damage")


def _armed(case: Case, given: Given, axis: Axis) -> Axis:
    """An axis of weapons with the flags put on each of them; the attacker gets what their tests are against."""
    if axis.name != "weapons":
        return axis
    entries = []
    for entry in axis.entries:
        one = replace(case, weapon=entry.value)
        put_flags(one, given)
        case.attacker = one.attacker
        entries.append(replace(entry, value=one.weapon))
    return replace(axis, entries=tuple(entries))


def cell_text(words: Words, measure: Measure, value: Value, exact: bool) -> str:
    """A cell as a person reads it."""
    if value is None:
        return NO_NUMBER
    if value == float("inf"):
        return NO_END
    if exact:
        return words.value(value)
    return words.percent(value) if measure.kind == "share" else words.number(float(value))


def hold_to_digits(found: Matrix) -> None:
    """Refuse fractions too long to be written. Raises `AdargaError` (`cli.exact_digits`)."""
    exact = (value for row in found.exact or () for value in row)
    numbers = (part for value in exact if isinstance(value, Fraction) for part in (value.numerator, value.denominator))
    asked = max(map(digits_of, numbers), default=0)
    if asked > MOST_DIGITS:
        raise AdargaError("cli.exact_digits", asked=asked, limit=MOST_DIGITS)


def label_of(words: Words, entry: Entry) -> str:
    """The head of a row or column."""
    return words.value(entry.label) if isinstance(entry.label, bool) else entry.names.say(words.lang)


def name_of(words: Words, axis: Axis) -> str:
    """What an axis varies: its word where it is things, else the flag that says it."""
    return spelling_of(axis.name) if axis.field is not None else words.say(f"tables.axis.{axis.name}")


def fractions(words: Words, found: Matrix) -> Iterator[str]:
    """The cells as fractions under the heads of their columns; those that are too wide go on below, none cut."""
    heads = [label_of(words, entry) for entry in found.rows.entries]
    tops = [label_of(words, entry) for entry in found.columns.entries]
    cells = [[cell_text(words, found.measure, value, exact=True) for value in row] for row in found.cells()]
    widths = [max(map(columns, (top, *(row[at] for row in cells)))) + 2 for at, top in enumerate(tops)]
    room = terminal_width() - min(max(map(columns, heads)), _CORNER)
    first = 0
    while first < len(tops):
        last = first + 1
        while last < len(tops) and sum(widths[first : last + 1]) <= room:
            last += 1
        if first:
            yield ""
        lines = [("", *tops[first:last])]
        lines += [(head, *row[first:last]) for head, row in zip(heads, cells, strict=True)]
        yield from table(lines, "<" + ">" * (last - first))
        first = last


def shaded(words: Words, found: Matrix) -> list[str]:
    """The cells as numbers, shaded: the darker the more."""
    from adarga.cli.pictures import heat_map

    heads, tops = ([label_of(words, entry) for entry in axis.entries] for axis in (found.rows, found.columns))
    share = found.measure.kind == "share"
    return heat_map(words, heads, tops, found.values.tolist(), digits=1 if share else 2, percent=share)


def drawn(words: Words, found: Matrix) -> Picture:
    """The matrix as a chart."""
    from adarga.charts import matrix_chart

    return matrix_chart(words, found)


def as_lines(words: Words, found: Matrix, exact: bool) -> Iterator[str]:
    """A matrix as lines."""
    measure = words.say(f"tables.measure.{found.measure.name}")
    yield words.say(
        "tables.title", measure=measure, rows=name_of(words, found.rows), columns=name_of(words, found.columns)
    )
    yield ""
    yield from fractions(words, found) if exact else shaded(words, found)


def priced(words: Words, entries: Sequence[Entry]) -> str:
    """Things with their prices."""
    return ", ".join(words.say("tables.priced", name=label_of(words, one), price=one.price) for one in entries)


def verdict_lines(words: Words, kind: str, verdicts: Sequence[Verdict]) -> Iterator[str]:
    """What never pays, and what does as well for less."""
    yield ""
    yield words.say(f"tables.never_best.{kind}")
    told = False
    for one in verdicts:
        thing = priced(words, [one.entry])
        if one.beaten_by:
            yield from _indented(words.say("tables.beaten", thing=thing, others=priced(words, one.beaten_by)))
        if one.matched_by:
            yield from _indented(words.say("tables.matched", thing=thing, others=priced(words, one.matched_by)))
        told = told or bool(one.beaten_by or one.matched_by)
    if not told:
        yield "  " + words.say("tables.never_best.none")


def _indented(text: str) -> list[str]:
    return wrapped(f"  {text}", terminal_width())


def verdict_data(verdicts: Sequence[Verdict]) -> list[Json]:
    """The same as data."""

    def label(entry: Entry) -> Json:
        return {"label": {"en": entry.names.en, "es": entry.names.es}, "price": entry.price}

    return [
        label(one.entry)
        | {
            "beaten_by": [label(other) for other in one.beaten_by],
            "matched_by": [label(other) for other in one.matched_by],
        }
        for one in verdicts
    ]


def _verdicts(found: Matrix) -> dict[str, tuple[Verdict, ...]]:
    """The verdicts on each side that is things. Raises `AdargaError` (`tables.no_side`) where none is."""
    from adarga.study.dominance import never_best, sides_of_things

    sides = sides_of_things(found)
    if not sides:
        raise AdargaError("tables.no_side")
    return {side: never_best(found, side) for side in sides}


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def ask(book: str, given: Given) -> None:
        from adarga.study.tables import matrix

        if given["as_csv"] and given["as_json"]:
            raise AdargaError("cli.together", flag="--csv", other="--json")
        case, rows, across = read_axes(book, given)
        exact = given["exact"]
        measure = given["measure"] or "mean"
        cells = len(rows.entries) * len(across.entries)
        with progress(cells, quiet=cells < MANY_CELLS) as told:
            found = matrix(case.rulebook, case.matchup, case.situation, rows, across, measure, exact=exact, told=told)
        hold_to_digits(found)
        verdicts = _verdicts(found) if given["never_best"] else {}
        quiet = given["as_json"] or given["as_csv"]
        save_chart(words, given["chart"], lambda: drawn(words, found), quiet=quiet)
        if given["as_json"]:
            worst = {side: verdict_data(some) for side, some in verdicts.items()}
            echo_json(found.as_data() | ({"never_best": worst} if worst else {}))
        elif given["as_csv"]:
            echo(found.csv(words.lang).removesuffix("\n"))
        else:
            lines = list(as_lines(words, found, exact))
            for side, some in verdicts.items():
                lines += verdict_lines(words, (found.rows if side == "rows" else found.columns).name, some)
            echo_lines(lines)

    def options() -> list[click.Parameter]:
        metavar = words.say("cli.metavar.axis")
        return [
            option(words, "--rows", metavar=metavar),
            option(words, "--columns", metavar=metavar),
            option(words, "--measure", metavar=words.say("cli.metavar.measure")),
            option(words, "--never-best", is_flag=True),
            option(words, "--csv as_csv", is_flag=True),
            chart_option(words),
        ]

    return BookGroup(words, "matrix", ask, options, EXAMPLES)
