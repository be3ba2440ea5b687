"""A fight at the terminal, line by line: each line is read, done, put on the disk, and only then shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from adarga.cli.fight_correct import Proposed, propose
from adarga.cli.fight_file import FightFile
from adarga.cli.fight_parse import COMMANDS, Table, attack_in
from adarga.dice import Source
from adarga.errors import AdargaError
from adarga.fight import commands as cmd
from adarga.fight.dicing import dice_for
from adarga.fight.events import Struck
from adarga.fight.log import Log
from adarga.fight.saved import corrected_line, entry_line, steps_line, undone_line
from adarga.fight.state import Refusal, State
from adarga.fight.striking import WaitsForDie, WaitsForReaction, waits_for
from adarga.interop.typed import faces_in, nothing_left, number, shown_as_typed, words_of
from adarga.interop.verbs import OFFERS, VERBS, meant, verb_of
from adarga.telling.fight_show import board, happened, numbered, under_way, waiting
from adarga.telling.fight_words import refusal_text, sayer_of, with_names
from adarga.telling.said import Sayer
from adarga.telling.trace import past, trace_lines
from adarga.words import Words, error_text


class Session:
    """An open fight and whoever types at it."""

    def __init__(self, words: Words, fight: FightFile, source: Source) -> None:
        self.words = words
        self.fight = fight
        self.book = fight.book
        self.log = fight.log
        self.source = source
        self.proposed: Proposed | None = None
        self.over = False
        self.verbs: Mapping[str, Callable[[list[str]], Iterable[str]]] = {
            "undo": self.undo,
            "redo": self.redo,
            "why": self.why,
            "load": self.load,
            "roll": self.roll,
            "yes": self.accept,
            "correct": self.correct,
            "show": self.show,
            "log": self.tell,
            "help": self.help,
            "quit": self.quit,
        }

    @property
    def state(self) -> State:
        """The fight as it stands."""
        return self.log.state

    @property
    def sayer(self) -> Sayer:
        """Says reasons with the names of those in the fight."""
        return sayer_of(self.words, self.book, self.log)

    def table(self) -> Table:
        """What a line is read against."""
        return Table(self.book, self.state, self.source, self.log)

    def answer(self, line: str) -> list[str]:
        """Do what a line says; the lines to show for it. What cannot be done is said, and changes nothing."""
        shown: list[str] = []
        try:
            shown.extend(self.done(line))
        except AdargaError as error:
            shown.append(error_text(self.words, with_names(self.sayer, error)))
        return shown

    def done(self, line: str) -> Iterator[str]:
        """Do what a line says. Raises `AdargaError` where it cannot be done."""
        shown_as_typed(line)
        words = words_of(line)
        if not words or words[0].startswith("#"):
            return
        faces = faces_in(line)
        if faces:
            yield from self.throw(faces)
            return
        verb, left = self.verb(words)
        if verb not in ("yes", "no"):
            self.proposed = None
        if verb == "no" and self.proposed is not None:
            self.proposed = None
            yield self.words.say("fight_cli.left_as_it_was")
        elif verb == "attack":
            command, roll = attack_in(self.table(), left)
            yield from self.tell_fight(command, roll=roll)
        elif verb in self.verbs:
            yield from self.verbs[verb](left)
        else:
            yield from self.tell_fight(COMMANDS[verb](self.table(), left))
            if verb in ("order", "back"):
                yield from board(self.words, self.state)

    def verb(self, words: list[str]) -> tuple[str, list[str]]:
        """The command a line begins with; an offer's name alone takes it, `order` alone shows the order."""
        offer = meant(OFFERS, words[0])
        if offer is not None and isinstance(waits_for(self.book, self.state), WaitsForReaction):
            return "take", words
        verb = verb_of(words[0])
        return ("show" if verb == "order" and not words[1:] else verb), words[1:]

    def tell_fight(self, command: cmd.Command, *, roll: bool = False) -> Iterator[str]:
        """Put a command to the fight; on the disk before anything of it is shown. Then `roll` what waits."""
        found = self.log.told(self.book, command)
        if isinstance(found, Refusal):
            yield refusal_text(self.sayer, found)
            return
        before = self.state
        self.fight.append(entry_line(found.entries[-1]))
        self.log = found
        yield from happened(self.words, self.book, found, len(found.entries) - 1, before)
        if roll and self.state.pending is not None and self.awaits_die:
            yield from self.roll([])
        else:
            yield from waiting(self.sayer, self.book, self.state)

    @property
    def awaits_die(self) -> bool:
        """Whether a die is waited for."""
        return isinstance(waits_for(self.book, self.state), WaitsForDie)

    def throw(self, faces: tuple[int, ...]) -> Iterator[str]:
        """Dice that fell on the table, in the order they are asked for."""
        yield from self.tell_fight(cmd.Throw(dice_for(self.book, self.state, faces)))

    def roll(self, words: list[str]) -> Iterator[str]:
        """Roll all that is waited for, for one target after the other, up to the next decision; or what is owed."""
        nothing_left(words)
        dice = dice_for(self.book, self.state, self.source)
        if not dice:
            raise AdargaError("fight_cli.nothing_to_roll")
        yield from self.tell_fight(cmd.Throw(dice), roll=True)

    def undo(self, words: list[str]) -> Iterator[str]:
        """Set the last steps aside."""
        steps = min(number(words[0]) if words else 1, len(self.log.entries))
        yield from self._moved("undo", steps, self.log.undo, undone_line)

    def redo(self, words: list[str]) -> Iterator[str]:
        """Put steps back."""
        steps = min(number(words[0]) if words else 1, len(self.log.undone))
        yield from self._moved("redo", steps, self.log.redo, lambda log, steps: steps_line("redo", steps))

    def _moved(
        self, word: str, steps: int, move: Callable[[int], Log], line: Callable[[Log, int], str]
    ) -> Iterator[str]:
        if steps < 1:
            raise AdargaError(f"fight_cli.no_{word}")
        self.fight.append(line(self.log, steps))
        self.log = move(steps)
        yield self.words.say(f"fight_cli.{word}", count=steps)
        yield from board(self.words, self.state)
        yield from waiting(self.sayer, self.book, self.state)

    def why(self, words: list[str]) -> Iterator[str]:
        """The trace of the strike under way, else of the last one, or of the one in a line of the log."""
        if not words and self.state.pending is not None:
            yield from under_way(self.sayer, self.book, self.state)
            return
        last = number(words[0]) if words else len(self.log.entries)
        entries = self.log.entries[last - 1 : last] if words else self.log.entries
        strikes = [event for entry in entries for event in entry.events if isinstance(event, Struck)]
        if not strikes:
            raise AdargaError("fight_cli.no_strike")
        for struck in strikes if words else strikes[-1:]:
            yield self.words.say("fight_cli.why", attacker=struck.attacker, target=struck.target)
            yield from trace_lines(self.sayer, past(struck.trace))
            if struck.overridden:
                yield self.words.say("fight.event.overridden", rolled=struck.rolled, damage=struck.damage)

    def load(self, words: list[str]) -> Iterator[str]:
        """Everyone of a roster joins."""
        from adarga.rules.loading import roster

        if not words:
            raise AdargaError("fight_cli.file_missing")
        side = " ".join(words[1:])
        sheets = roster(Path(words[0]), self.book).combatants.values()
        shown_as_typed(" ".join(sheet.name for sheet in sheets))
        yield from self.all_join([cmd.Join(sheet=sheet, side=side) for sheet in sheets])

    def all_join(self, joins: Iterable[cmd.Join]) -> Iterator[str]:
        """Several join in one line of the file: a program that is killed leaves all of them in it, or none."""
        before, found = self.log, self.log
        for join in joins:
            further = found.told(self.book, join)
            if isinstance(further, Refusal):
                yield refusal_text(self.sayer, further)
                return
            found = further
        first = len(before.entries)
        self.fight.append(corrected_line(first, found.entries[first:]))
        self.log = found
        for at in range(first, len(found.entries)):
            yield from happened(self.words, self.book, found, at, found.at(at))
        yield from waiting(self.sayer, self.book, self.state)

    def correct(self, words: list[str]) -> Iterator[str]:
        """Show what correcting an earlier line would change."""
        found = propose(self.book, self.log, words, self.source)
        if isinstance(found, Refusal):
            yield refusal_text(self.sayer, found)
            return
        self.proposed = found
        yield from found.shown(self.sayer, self.log)

    def accept(self, words: list[str]) -> Iterator[str]:
        """Make the correction that was shown, or take the only offer."""
        nothing_left(words)
        if self.proposed is None:
            if isinstance(waits_for(self.book, self.state), WaitsForReaction):
                yield from self.tell_fight(COMMANDS["take"](self.table(), []))
                return
            raise AdargaError("fight_cli.nothing_asked")
        line, log = self.proposed.line, self.proposed.correction.log
        self.proposed = None
        self.fight.append(corrected_line(line, log.entries[line:]))
        self.log = log
        yield self.words.say("fight_cli.corrected", line=line + 1)
        yield from board(self.words, self.state)
        yield from waiting(self.sayer, self.book, self.state)

    def show(self, words: list[str]) -> Iterator[str]:
        """The order and how everyone stands."""
        nothing_left(words)
        yield from board(self.words, self.state)
        yield from waiting(self.sayer, self.book, self.state)

    def tell(self, words: list[str]) -> Iterator[str]:
        """The log, or its last lines."""
        last = number(words[0]) if words else len(self.log.entries)
        yield from numbered(self.words, self.book, self.log, last)

    def help(self, words: list[str]) -> Iterator[str]:
        """What can be typed."""
        if words:
            verb = verb_of(words[0])
            yield ", ".join(VERBS[verb])
            yield self.words.say(f"fight_cli.help.{verb}")
            return
        yield self.words.say("fight_cli.help_all")
        for verb in VERBS:
            yield f"  {self.words.say(f'fight_cli.help.{verb}')}"

    def quit(self, words: list[str]) -> Iterator[str]:
        """Leave; the fight is on the disk."""
        nothing_left(words)
        self.over = True
        return iter(())
