"""From the fields of a page's form to what is asked of a fight: one reading for the game master and for phones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adarga.errors import AdargaError, Mistakes
from adarga.fight import commands as cmd
from adarga.fight.dicing import dice_for
from adarga.fight.state import Aim, State
from adarga.interop.newcomers import joining
from adarga.interop.typed import faces_in, minutes_in, number, option_value, shown_as_typed, words_of
from adarga.interop.verbs import CONDITIONS, NUMBERS, meant
from adarga.rules.names import search
from adarga.rules.protocol import Condition, Piece, Rulebook, Situation, Until
from adarga.table.intents import Correct, JoinAll, Redo, Roll, Undo, What

_MINUS = "\N{MINUS SIGN}"
_POINTS = re.compile(r"([-+=]?)(\d{1,6})", re.ASCII)
FLAGS = ("telling", "non_lethal", "prone", "defending", "object")
_UNTIL = {"round": "round", "minute": "minute", "turn": "turn"}


class Form:
    """The fields of a form, each with its texts; what is missing or wrong is one clear error by its name."""

    def __init__(self, fields: Mapping[str, Sequence[str]]) -> None:
        self.fields = fields

    def many(self, name: str) -> list[str]:
        """All texts of a field, those that are empty left out."""
        return [text.strip() for text in self.fields.get(name, ()) if text.strip()]

    def text(self, name: str) -> str:
        """The text of a field. Raises `AdargaError` (`table.field_missing`)."""
        found = self.many(name)
        if not found:
            raise AdargaError("table.field_missing", field=name)
        shown_as_typed(found[0])
        return found[0]

    def maybe(self, name: str) -> str:
        """The text of a field, "" where it is left empty."""
        return next(iter(self.many(name)), "")

    def number(self, name: str, otherwise: int | None = None) -> int:
        """The whole number of a field; `otherwise` where it is left empty. Raises `AdargaError`."""
        text = self.maybe(name)
        if not text and otherwise is not None:
            return otherwise
        return number(text or self.text(name))


def situation_in(form: Form) -> Situation:
    """What is chosen for a strike: the fields of `Situation` by their names. Raises `AdargaError` for no such value."""
    chosen: dict[str, Any] = {name: True for name in FLAGS if form.maybe(name)}
    chosen |= {name: form.number(name) for name in NUMBERS if name != "skill" and form.maybe(name)}
    for name in ("elect", "reaction", "aim"):
        if form.maybe(name):
            chosen[name] = option_value(name, form.maybe(name))
    if form.maybe("simplified"):
        chosen["simplified"] = form.maybe("simplified") == "yes"
    return replace(Situation(), **chosen)


def attack_in(form: Form) -> cmd.Attack:
    """An attack: `who`, `weapon`, `target` (several), a target's share as `share-TARGET`, and what is chosen."""
    targets = form.many("target") or [form.text("target")]
    aims = tuple(Aim(target, form.maybe(f"share-{target}") or "full") for target in dict.fromkeys(targets))
    return cmd.Attack(who=form.text("who"), weapon=form.text("weapon"), aims=aims, situation=situation_in(form))


def points_in(who: str, text: str) -> cmd.Lose | cmd.Heal | cmd.SetPoints:
    """Points by arithmetic: `-7` taken off, `+3` given back, `=12` or a bare number set.

    >>> points_in("Ogre", "-7"), points_in("Ogre", "12")
    (Lose(who='Ogre', points=7), SetPoints(who='Ogre', points=12))
    """
    found = _POINTS.fullmatch(text.replace(_MINUS, "-").replace(" ", ""))
    if found is None:
        raise AdargaError("table.points", typed=text[:20])
    many = int(found[2])
    if found[1] == "-":
        return cmd.Lose(who, many)
    return cmd.Heal(who, many) if found[1] == "+" else cmd.SetPoints(who, many)


def newcomers_in(book: Rulebook, text: str, *, side: str = "", hidden: bool = False) -> JoinAll:
    """All who are typed, a line each (`3 goblin 7`); all mistakes at once, with the number of their line."""
    joins: list[cmd.Command] = []
    wrong: list[AdargaError] = []
    for at, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            shown_as_typed(line)
            join = joining(book, words_of(line))
            joins.append(replace(join, side=join.side or side, hidden=join.hidden or hidden))
        except Mistakes as mistakes:
            wrong += [AdargaError("table.in_line", line=at, what=one) for one in mistakes.mistakes]
        except AdargaError as error:
            wrong.append(AdargaError("table.in_line", line=at, what=error))
    if wrong:
        raise Mistakes(tuple(wrong))
    if not joins:
        raise AdargaError("table.nobody")
    return JoinAll(tuple(joins))


def _throw(book: Rulebook, state: State, form: Form) -> cmd.Command:
    faces = faces_in(" ".join(form.many("faces")))
    if not faces:
        raise AdargaError("table.faces")
    override = form.number("override") if form.maybe("override") else None
    return cmd.Throw(dice_for(book, state, faces), override)


def _condition(form: Form) -> cmd.SetCondition:
    named = form.text("condition")
    when = form.maybe("until")
    until = Until(when, form.number("at", 0)) if when in _UNTIL else Until("ever")  # type: ignore[arg-type]
    return cmd.SetCondition(form.text("who"), Condition(meant(CONDITIONS, named) or named, until))


def _piece(book: Rulebook, form: Form) -> cmd.PutOn:
    named, shield = form.text("piece"), bool(form.maybe("shield"))
    known: Any = book.book
    found = search(getattr(known, "shields" if shield else "armours", {}), named)
    if not isinstance(found, Piece):
        raise AdargaError("table.no_piece", piece=named)
    return cmd.PutOn(form.text("who"), found, shield)


_Reader = Callable[[Rulebook, State, Form], What]
_VERBS: dict[str, _Reader] = {
    "next": lambda book, state, form: cmd.NextTurn(),
    "back": lambda book, state, form: cmd.BackTurn(),
    "delay": lambda book, state, form: cmd.Delay(),
    "undo": lambda book, state, form: Undo(form.number("steps", 1)),
    "redo": lambda book, state, form: Redo(form.number("steps", 1)),
    "roll": lambda book, state, form: Roll(),
    "throw": _throw,
    "attack": lambda book, state, form: attack_in(form),
    "react": lambda book, state, form: cmd.React(form.text("offer"), form.number("times", 1)),
    "decline": lambda book, state, form: cmd.Decline(form.text("by")),
    "override": lambda book, state, form: cmd.Override(form.number("damage")),
    "abandon": lambda book, state, form: cmd.Abandon(),
    "points": lambda book, state, form: points_in(form.text("who"), form.text("points")),
    "condition": lambda book, state, form: _condition(form),
    "clear": lambda book, state, form: cmd.ClearCondition(form.text("who"), form.text("condition")),
    "reveal": lambda book, state, form: cmd.Reveal(form.text("who")),
    "hide": lambda book, state, form: cmd.Reveal(form.text("who"), hidden=True),
    "own": lambda book, state, form: cmd.Own(form.text("who"), form.maybe("owner")),
    "leave": lambda book, state, form: cmd.Leave(form.text("who")),
    "initiative": lambda book, state, form: cmd.SetInitiative(form.text("who"), form.number("value")),
    "order": lambda book, state, form: cmd.Reorder(tuple(form.many("ids"))),
    "wait": lambda book, state, form: cmd.Wait(form.text("who"), form.number("value")),
    "defend": lambda book, state, form: cmd.Defend(form.text("who")),
    "pass": lambda book, state, form: cmd.Pass(minutes_in(form.text("time"))),
    "energy": lambda book, state, form: cmd.SpendEnergy(form.text("who"), form.number("points")),
    "usage": lambda book, state, form: cmd.Usage(form.text("who"), tuple(form.many("piece"))),
    "don": lambda book, state, form: _piece(book, form),
    "doff": lambda book, state, form: cmd.TakeOff(form.text("who"), form.text("piece")),
    "add": lambda book, state, form: newcomers_in(
        book, form.maybe("lines"), side=form.maybe("side"), hidden=bool(form.maybe("hidden"))
    ),
}
VERBS = tuple(_VERBS)
"""What a form may ask, by the field `verb`."""


def what_in(book: Rulebook, state: State, form: Form) -> What:
    """What a form asks. Raises `AdargaError` for a field that is missing or wrong, or a verb that is none."""
    verb = form.text("verb")
    if verb not in _VERBS:
        raise AdargaError("table.no_verb", verb=verb[:20])
    return _VERBS[verb](book, state, form)


def corrected_in(form: Form, was: cmd.Command, line: int) -> Correct:
    """A correction of entry `line`: its dice in the order they were given, under `face`, or other damage.

    Raises `AdargaError` where there are not as many dice as there were.
    """
    faces = getattr(was, "faces", ())
    given = [number(text) for text in form.many("face")]
    if len(given) != sum(len(fell) for _, fell in faces) or not given:
        raise AdargaError("table.as_many_dice", number=sum(len(fell) for _, fell in faces))
    left = list(given)
    new = tuple((name, tuple(left.pop(0) for _ in fell)) for name, fell in faces)
    assert isinstance(was, cmd.Throw | cmd.Attack)
    return Correct(line, replace(was, faces=new))
