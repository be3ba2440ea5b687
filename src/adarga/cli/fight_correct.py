"""Correcting an earlier line of a fight: what is to stand there instead, and what that would change, before it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adarga.cli.fight_parse import COMMANDS, Table, aimed, with_skill
from adarga.dice import Source
from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.log import Correction, Log, corrected
from adarga.fight.state import Refusal
from adarga.interop.typed import choices_in, faces_in, nothing_left, number
from adarga.interop.verbs import ALL_WORDS
from adarga.rules.names import folded
from adarga.rules.protocol import Rulebook
from adarga.telling.fight_diff import differences
from adarga.telling.fight_show import happened
from adarga.telling.fight_words import refusal_text
from adarga.telling.said import Sayer


@dataclass(frozen=True, slots=True)
class Proposed:
    """A correction that has been shown and not yet accepted: of which line (from 0), and what it would do."""

    line: int
    correction: Correction

    def shown(self, sayer: Sayer, log: Log) -> Iterator[str]:
        """What it would change, line by line, and which later lines no longer fit."""
        words, fresh = sayer.words, self.correction.log
        refused = dict(self.correction.refused)
        gone = sorted(refused)
        for at, kept in self.correction.changed:
            was, now = _entry(sayer, log, at), _entry(sayer, fresh, kept)
            if was == now:
                yield words.say("fight_cli.line_alike", line=at + 1, text=was)
                for what in differences(words, log.entries[at].events, fresh.entries[kept].events):
                    yield words.say("fight_cli.line_differs", what=what)
                continue
            yield words.say("fight_cli.line_was", line=at + 1, text=was)
            yield words.say("fight_cli.line_now", line=at + 1, text=now)
        for at in self.correction.added:
            yield words.say("fight_cli.line_new", line=at + 1, text=_entry(sayer, fresh, at))
        for at in gone:
            yield words.say("fight_cli.line_gone", line=at + 1, why=refusal_text(sayer, refused[at]))
        yield words.say("fight_cli.accept" if self.correction.changed or gone else "fight_cli.changes_nothing")


def _entry(sayer: Sayer, log: Log, at: int) -> str:
    return "; ".join(happened(sayer.words, sayer.rulebook, log, at, log.at(at)))


def propose(book: Rulebook, log: Log, words: list[str], source: Source) -> Proposed | Refusal:
    """What `LINE` and the words after it would change: a whole command, other dice, or other options.

    Raises `AdargaError` where there is no such line, or it cannot be so.
    """
    line = (number(words[0]) if words else 0) - 1
    if not 0 <= line < len(log.entries):
        raise AdargaError("fight_cli.no_line", line=line + 1, lines=len(log.entries))
    command = _instead(Table(book, log.at(line), source, log), log.entries[line].command, words[1:])
    found = corrected(book, log, line, command)
    return found if isinstance(found, Refusal) else Proposed(line, found)


def _instead(table: Table, was: cmd.Command, words: list[str]) -> cmd.Command:
    verb = ALL_WORDS.get(folded(words[0])) if words else None
    if verb in COMMANDS and "=" not in words[0]:
        return COMMANDS[verb](table, words[1:])
    faces = faces_in(" ".join(words))
    if faces and isinstance(was, cmd.Throw | cmd.Attack) and was.faces:
        return replace(was, faces=_same_shape(was.faces, faces))
    chosen = choices_in(words)
    nothing_left(chosen.rest)
    if isinstance(was, cmd.Throw) and chosen.faces:
        return replace(was, faces=tuple((dict(was.faces) | chosen.faces).items()))
    if isinstance(was, cmd.Attack) and (chosen.faces or chosen.options):
        target = table.state.fighter(was.aims[0].target)
        weapon = with_skill(table.book, was.weapon, chosen) if "skill" in chosen.options else was.weapon
        situation = aimed(target, chosen).over(was.situation)
        return replace(was, weapon=weapon, situation=situation, faces=tuple((dict(was.faces) | chosen.faces).items()))
    raise AdargaError("fight_cli.correct_how")


def _same_shape(was: cmd.Faces, faces: tuple[int, ...]) -> cmd.Faces:
    """Other faces under the same names, as many under each as before."""
    if len(faces) != sum(len(values) for _, values in was):
        raise AdargaError("fight_cli.as_many_dice", number=sum(len(values) for _, values in was))
    left = list(faces)
    return tuple((name, tuple(left.pop(0) for _ in values)) for name, values in was)
