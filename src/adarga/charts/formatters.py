"""How plans, odds, distributions and studies show themselves in a notebook."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from adarga.charts.extra import need
from adarga.dice import Distribution
from adarga.errors import AdargaError
from adarga.plan import Line, Odds, Plan, Reason, Thing, outline
from adarga.plan.nodes import NONE
from adarga.rules.library import RULEBOOKS, rulebook
from adarga.words import Words, choose_language

if TYPE_CHECKING:
    from adarga.study.duel import Duel
    from adarga.study.survival import ExactSurvival, Survival
    from adarga.study.tables import Matrix

Html = Callable[[Words, Any], str]
_INDENT = 1.4


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """A table, its first column on the left and the others on the right."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><th style='text-align:left;font-weight:400'>{escape(first)}</th>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _picture(words: Words, law: Distribution) -> str:
    named = {words.say("charts.damage"): law}
    return _drawn(lambda: need("adarga.charts.distributions").distribution(words, named, view="exact"))


def _summary(words: Words, law: Distribution) -> str:
    values = {"mean": words.number(law.mean), "sd": words.number(law.sd), "least": law.least, "most": law.greatest}
    return f"<p>{escape(words.say('charts.summary', **values))}</p>"


def distribution_html(words: Words, law: Distribution) -> str:
    """A law: its mean and limits in a sentence, and its picture."""
    return _summary(words, law) + _picture(words, law)


def _band(words: Words, name: str) -> str:
    """A band in words; the name itself where it is nobody's word but a plan's own."""
    try:
        return words.say(f"cli.branch.{name}")
    except KeyError:
        return name


def _branch(words: Words, branch: str) -> str:
    return " / ".join(_band(words, name) for name in branch.split("/"))


def odds_html(words: Words, found: Odds) -> str:
    """Odds: what they come to, every branch, and the damage's picture."""
    head = (words.say("cli.branch"), words.say("cli.probability"), words.say("cli.mean_there"))
    rows = [
        (
            _branch(words, name),
            words.percent(found.branch(name)),
            words.number(found.given(name).mean) if found.branch(name) else "–",
        )
        for name in found.branches
    ]
    mean = words.number(found.mean)
    sentence = words.say("cli.odds", hurts=words.percent(found.hurts), mean=mean, sd=found.damage.sd)
    return f"<p>{escape(sentence)}</p>" + _table(head, rows) + _picture(words, found.damage)


def _named(words: Words, thing: str) -> str:
    """What the books call a thing."""
    found = (rulebook(book).names(thing) for book in RULEBOOKS)
    return next((names.say(words.lang) for names in found if names is not None), thing)


def _reason(words: Words, reason: Reason) -> str:
    values = {name: _named(words, value) if isinstance(value, Thing) else value for name, value in reason.values}
    return words.say(reason.key, **values)


def _plan_rows(words: Words, plan: Plan) -> Iterator[str]:
    for line in outline(plan):
        if line.kind == "band":
            runs = ", ".join(f"{first}–{last}" if first < last else str(first) for first, last in line.runs)
            yield _plan_row(line, f"<b>{escape(_band(words, line.band))}</b>", runs or "–")
        elif line.reason is not NONE:
            yield _plan_row(line, escape(_reason(words, line.reason)), line.dice)
        elif line.dice:
            yield _plan_row(line, escape(_band(words, line.name)), line.dice)


def _plan_row(line: Line, what: str, dice: str) -> str:
    faint = "opacity:.65;" if line.kind == "idle" else ""
    return (
        f"<tr style='{faint}'><td style='text-align:left;padding-left:{_INDENT * line.depth + 0.5:.1f}em'>{what}</td>"
        f"<td>{escape(dice)}</td><td>{escape(line.reason.ruling)}</td></tr>"
    )


def plan_html(words: Words, plan: Plan) -> str:
    """A plan as its outline: each check, band, part and soak step with its dice and its ruling."""
    return f"<table><tbody>{''.join(_plan_rows(words, plan))}</tbody></table>"


def _drawn(made: Callable[[], Any]) -> str:
    """A chart as SVG; nothing where the extra is not installed, or there is too much to draw."""
    try:
        return f"<div>{need('adarga.charts.files').svg(made())}</div>"
    except AdargaError as error:
        if error.key not in ("charts.missing", "charts.cells"):
            raise
        return ""


def survival_html(words: Words, found: Survival | ExactSurvival) -> str:
    """A survival: its mean, and the curve drawn."""
    mean = found.mean_rounds
    sentence = (
        words.say("study.survival.for_ever")
        if mean is None
        else words.say("study.survival.mean", rounds=words.number(mean))
    )
    drawn = _drawn(lambda: need("adarga.charts.studies").survival_chart(words, found))
    return f"<p>{escape(sentence)}</p>{drawn}"


def matrix_html(words: Words, found: Matrix) -> str:
    """A matrix as its heat map, whose cells hold every number; as CSV where it cannot be drawn."""
    drawn = _drawn(lambda: need("adarga.charts.studies").matrix_chart(words, found))
    return drawn or f"<pre>{escape(found.csv(words.lang))}</pre>"


def duel_html(words: Words, found: Duel[Any]) -> str:
    """A duel: both chances drawn, and how long it takes; words alone where it cannot be drawn."""
    values = {"one": words.percent(found.first), "other": words.percent(found.second)}
    sentence = words.say("charts.both", **values)
    if found.mean_rounds is not None:
        sentence = words.say("charts.both_rounds", **values, rounds=words.number(found.mean_rounds))
    drawn = _drawn(lambda: need("adarga.charts.studies").duel_chart(words, found))
    return f"<p>{escape(sentence)}</p>{drawn}"


_KINDS: dict[tuple[str, str], Html] = {
    ("adarga.dice.distribution", "Distribution"): distribution_html,
    ("adarga.plan.odds", "Odds"): odds_html,
    ("adarga.plan.nodes", "Check"): plan_html,
    ("adarga.plan.nodes", "Blow"): plan_html,
    ("adarga.study.survival", "Survival"): survival_html,
    ("adarga.study.survival", "ExactSurvival"): survival_html,
    ("adarga.study.tables", "Matrix"): matrix_html,
    ("adarga.study.duel", "Duel"): duel_html,
}
"""What makes HTML of the values of a class, by its module and name: showing one loads no other."""


def _shell() -> Any:
    """The notebook this runs in. Where there is one, IPython is loaded already: it is never loaded from here."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


def notebook(lang: str | None = None) -> None:
    """Show plans, odds, distributions and studies as HTML in the notebook this runs in, and charts without network.

    `lang` is `en` or `es`, else the reader's as everywhere. Outside a notebook nothing happens.
    Raises `AdargaError` (`words.language`).
    """
    words = Words(choose_language(lang))
    shell = _shell()
    if shell is None:
        return
    formatter = shell.display_formatter.formatters["text/html"]
    for (module, name), html in _KINDS.items():
        formatter.for_type_by_name(module, name, partial(html, words))
    with suppress(AdargaError):
        need("altair").renderers.enable("svg")
