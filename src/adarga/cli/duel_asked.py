"""What `adarga duel` and `adarga advise` are asked: two sides, of a roster or alike, and how each decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import click

from adarga.cli.books import BookGroup, Given, written_flags
from adarga.cli.case import Case, book_of
from adarga.cli.charting import chart_option
from adarga.cli.frame import Command, Number, argument, exact_option, json_option, option
from adarga.cli.matchup import places, read_case
from adarga.errors import AdargaError
from adarga.rules.fields import field_of
from adarga.rules.library import RULEBOOKS
from adarga.rules.names import folded, search, unknown
from adarga.rules.protocol import Combatant, Condition, Rulebook, Weapon
from adarga.rules.values import Names
from adarga.words import Words

if TYPE_CHECKING:
    from adarga.study.contest import Opening, Side
    from adarga.study.habits import Habit
    from adarga.study.strikes import Action

FIRST, SECOND = "first", "second"
SIDES = (FIRST, SECOND)
HABITS = ("never", "always", "last", "best")
OPENINGS = ("order", FIRST, SECOND)
ROSTER = "roster"
MOST_POINTS = 9999
MOST_ROWS = 99
Choose = Callable[[Rulebook, tuple[Combatant, Combatant], Given], tuple[tuple["Action", ...], ...]]


@dataclass(frozen=True, slots=True)
class Asked:
    """Two sides to fight, and what they are called."""

    words: Words
    book: Rulebook
    sides: tuple[Side, Side]
    names: tuple[str, str]
    opening: Opening
    given: Given

    def weapon(self, side: int, id: str) -> str:
        """What a weapon of a side is called."""
        own = {weapon.id or weapon.name.en: weapon.name for weapon in self.sides[side].sheet.weapons}
        names = own.get(id) or self.book.names(id)
        return id if names is None else names.say(self.words.lang) or id


def options(words: Words) -> list[click.Parameter]:
    """The flags of a duel besides those that say who fights."""
    return [
        option(words, "--habit", metavar=words.say("cli.metavar.sides")),
        option(words, "--opening", type=click.Choice(OPENINGS), default="order"),
        option(words, "--surprised", metavar=words.say("cli.metavar.sides")),
        chart_option(words),
    ]


def roster_options(words: Words) -> list[click.Parameter]:
    """Those that say who fights, of a roster."""
    sides, file = words.say("cli.metavar.sides"), words.say("cli.metavar.file")
    return [
        argument(words, "first", help_key="duel-first"),
        argument(words, "second", help_key="duel-second"),
        option(words, "--roster", metavar=file, required=True),
        option(words, "--house", metavar=file),
        option(words, "--weapon", help_key="duel-weapon", metavar=sides),
        option(words, "--points", help_key="duel-points", metavar=sides),
    ]


class DuelGroup(BookGroup):
    """A command about two of a roster, or about two alike whom the flags of a rulebook describe."""

    def __init__(
        self,
        words: Words,
        name: str,
        run: Callable[[Asked], None],
        own: Callable[[], Sequence[click.Parameter]],
        examples: Mapping[str, tuple[str, ...]],
        choose: Choose | None = None,
    ) -> None:
        def run_alike(base: str, given: Given) -> None:
            run(alike(words, base, given, choose))

        self.run_asked = run
        self.own = own
        self.choose = choose
        super().__init__(words, name, run_alike, lambda: [*options(words), *own()], examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """A line that names no rulebook is about a roster."""
        known = {folded(book) for book in RULEBOOKS}
        plain = [args[at] for at, name in written_flags(args) if not name]
        if not ctx.resilient_parsing and any(word.split("=")[0] == "--roster" for word in args):
            if known & set(map(folded, plain)):
                raise AdargaError("duel.roster_or_book")
            return click.Group.parse_args(self, ctx, [ROSTER, *args])
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command for one rulebook, or for a roster."""
        if cmd_name != ROSTER:
            return super().get_command(ctx, cmd_name)

        def run(**given: Any) -> None:
            self.run_asked(of_roster(self.words, given, self.choose))

        own = [*roster_options(self.words), *options(self.words), *self.own()]
        if self.choose is not None:
            own.append(
                option(self.words, "--elect", help_key="advise-elect", metavar=self.words.say("cli.metavar.rows"))
            )
        own += [exact_option(self.words), json_option(self.words)]
        return Command(self.words, ROSTER, run, own, self.examples, help_key=f"{self.name}-roster")


def of_roster(words: Words, given: Given, choose: Choose | None) -> Asked:
    """Two of a roster. Raises `AdargaError` for what does not go together."""
    from pathlib import Path

    from adarga.rules.loading import house, roster

    played = None if given["house"] is None else house(Path(given["house"]))
    found = roster(Path(given["roster"]), played)
    sheets = found.find(given["first"]), found.find(given["second"])
    names = sheets[0].name, sheets[1].name
    points = for_sides(given["points"], names)
    sheets = tuple(
        sheet if side not in points else replace(sheet, points=_points(points[side]))
        for side, sheet in enumerate(sheets)
    )  # type: ignore[assignment]
    armed = for_sides(given["weapon"], names)
    sheets = tuple(_armed(found.rulebook, sheet, armed.get(side)) for side, sheet in enumerate(sheets))  # type: ignore[assignment]
    if names[0] == names[1]:
        names = f"{names[0]} 1", f"{names[1]} 2"
    return _asked(words, found.rulebook, sheets, names, given, choose)


def alike(words: Words, base: str, given: Given, choose: Choose | None) -> Asked:
    """Two alike, each with all that the flags say of attacker and target."""
    if given["roster"] or given["attacker"] or given["target"]:
        raise AdargaError("duel.roster_or_book")
    if given["take"]:
        raise AdargaError("duel.take")
    rows = given.get("elect") if choose is not None else None
    case = read_case(base, given | {"elect": None} if rows is not None else given)
    weapon = replace(case.weapon, id=case.weapon.id or case.weapon.name.en or case.weapon.damage)
    if not weapon.name.en:
        weapon = replace(weapon, name=Names.same(weapon.damage))
    sheet = replace(_merged(case.attacker, case.target), weapons=(weapon,))
    names = words.say("duel.first"), words.say("duel.second")
    sheets = replace(sheet, name=names[0]), replace(sheet, name=names[1])
    return _asked(words, book_of(base, given["house"]), sheets, names, given, choose, case)


def _asked(
    words: Words,
    book: Rulebook,
    sheets: tuple[Combatant, Combatant],
    names: tuple[str, str],
    given: Given,
    choose: Choose | None,
    case: Case | None = None,
) -> Asked:
    from adarga.study.contest import Side
    from adarga.study.strikes import Action

    if choose is not None:
        actions: Sequence[tuple[Action, ...]] = choose(book, sheets, given)
    else:
        actions = ((), ())
        if case is not None:
            actions = ((Action(sheets[0].weapons[0].id, case.situation),),) * 2
    habits = for_sides(given["habit"], names)
    surprised = surprised_sides(given["surprised"], names)
    sides = tuple(
        Side(
            sheet=sheet,
            actions=actions[side],
            habit=_habit(habits.get(side, "never" if choose is None else "best")),
            conditions=(Condition("surprised"),) if side in surprised else (),
        )
        for side, sheet in enumerate(sheets)
    )
    return Asked(words, book, (sides[0], sides[1]), names, given["opening"], given)


def for_sides(text: str | None, names: tuple[str, str]) -> dict[int, str]:
    """What a flag says of each side: `first=last,second=best`, a name before the sign, or one value for both.

    Raises `AdargaError` (`duel.side`, `duel.side_twice`).

    >>> for_sides("first=last,Ogro=never", ("Thrain", "Ogro")), for_sides("last", ("Thrain", "Ogro"))
    ({0: 'last', 1: 'never'}, {0: 'last', 1: 'last'})
    """
    found: dict[int, str] = {}
    for at, word in places(text, ",") if text else ():
        name, equals, value = word.strip().rpartition("=")
        span = (at, at + len(word))
        for side in side_of(name, names, text, span) if equals else (0, 1):
            if side in found:
                raise AdargaError("duel.side_twice", text=text, span=span, side=SIDES[side])
            found[side] = value.strip()
    return found


def surprised_sides(text: str | None, names: tuple[str, str]) -> set[int]:
    """Who is surprised: `first`, `second`, or by name, with commas between. Raises `AdargaError` (`duel.side`)."""
    found: set[int] = set()
    for at, word in places(text, ",") if text else ():
        found.update(side_of(word.strip(), names, text, (at, at + len(word))))
    return found


def side_of(
    name: str, names: tuple[str, str], text: str | None = None, span: tuple[int, int] | None = None
) -> list[int]:
    """The side that a word names: `first`, `second`, or a name. Raises `AdargaError` (`duel.side`)."""
    for side, known in enumerate(zip(SIDES, names, strict=True)):
        if folded(name) in map(folded, known):
            return [side]
    raise AdargaError("duel.side", text=text, span=span, name=name, names=", ".join((*SIDES, *names)))


def _habit(text: str) -> Habit:
    for habit in HABITS:
        if folded(text) == habit:
            return habit  # type: ignore[return-value]
    raise AdargaError("duel.habit", value=text, habits=", ".join(HABITS))


def _points(text: str) -> int:
    return Number(1, MOST_POINTS).convert(text, click.Option(["--points"]), None)


def _armed(book: Rulebook, sheet: Combatant, name: str | None) -> Combatant:
    """A sheet with one of its weapons, or of the book's, alone; as it is where none is named."""
    if name is None:
        return sheet
    own = {weapon.id or weapon.name.en: weapon for weapon in sheet.weapons}
    weapon: Weapon | None = search(own, name) or search(book.book.weapons, name)
    if weapon is None:
        known = (own or book.book.weapons).values()
        raise unknown("weapon", name, (text for one in known for text in (one.name.en, one.name.es)))
    return replace(sheet, weapons=(weapon,))


def _merged(attacker: Combatant, target: Combatant) -> Combatant:
    """One sheet with what was said of an attacker and of a target."""
    plain = Combatant()
    said = {
        field.name: getattr(attacker, field.name)
        for field in fields(Combatant)
        if getattr(attacker, field.name) != getattr(plain, field.name)
    }
    return replace(target, **said)


def rows_asked(book: Rulebook, text: str | None) -> tuple[int | str, ...]:
    """The rows of `--elect`: `all`, or several with commas between. Raises `AdargaError` for a book without any."""
    if text is None:
        return ()
    field_of(book, "elect")
    if folded(text) == "all":
        return tuple(range(1, MOST_ROWS + 1))
    return tuple(_row(word.strip()) for word in text.split(","))


def _row(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() else text


def joined(parts: Iterable[str]) -> str:
    """Several words as one text."""
    return ", ".join(parts)
