"""Names completed and lines remembered while a fight is typed at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adarga.interop.verbs import CONDITIONS, OFFERS, OPTIONS, VERBS
from adarga.rules.names import folded

if TYPE_CHECKING:
    from adarga.cli.fight_session import Session


def candidates(session: Session, line: str, text: str) -> list[str]:
    """What the last word of a line may become: a command at its beginning, else names and options."""
    lang = session.words.lang
    before = line[: len(line) - len(text)].strip()
    if not before:
        words = [word for one in VERBS.values() for word in one if len(word) > 1]
    else:
        state = session.state
        words = [seat.id for seat in state.seats]
        words += [weapon.name.say(lang) for seat in state.seats for weapon in seat.fighter.combatant.weapons]
        words += [word for table in (OPTIONS, CONDITIONS, OFFERS) for one in table.values() for word in one]
    found = [word for word in dict.fromkeys(words) if word and folded(word).startswith(folded(text))]
    return [f"'{word}' " if " " in word else f"{word} " for word in found]


def install(session: Session) -> None:
    """Turn history and completion on, where the system has them."""
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        found = candidates(session, readline.get_line_buffer()[: readline.get_endidx()], text)
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ,")
    readline.parse_and_bind("tab: complete")
