"""The example fights: every attack's exact odds, and one strike of each played and explained.

`python3 dev.py run` runs it, in the reader's language; `python3 dev.py run --lang es` asks for one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from adarga.cli.case import Case
from adarga.cli.main import asked_language
from adarga.cli.strike import title_of
from adarga.dice import Seeded
from adarga.plan import explain, odds, play
from adarga.rules.loading import Roster, roster
from adarga.rules.protocol import Combatant, Situation
from adarga.telling.said import Sayer, sheet_names
from adarga.telling.trace import branch_word, trace_lines
from adarga.words import Words, choose_language

ROSTERS = ("puente.toml", "cripta.toml", "trinchera.toml")
SEED = 1


def attacks(found: Roster) -> Iterator[Case]:
    """Every weapon of every combatant, on the one opposite in the file."""
    fighters: list[Combatant] = list(found.combatants.values())
    for at, attacker in enumerate(fighters):
        opposite = fighters[-1 - at]
        target = opposite if opposite is not attacker else fighters[-1]
        for weapon in attacker.weapons:
            yield Case(found.rulebook.id, found.rulebook, attacker, target, weapon, Situation())


def shown(words: Words, case: Case, source: Seeded) -> Iterator[str]:
    """One attack: its odds, then a strike with its trace."""
    plan = case.rulebook.plan(case.matchup, case.situation)
    found = odds(plan)
    yield title_of(case, words)
    yield words.say("cli.odds", hurts=words.percent(found.hurts), mean=words.number(found.mean), sd=found.damage.sd)
    outcome = play(plan, source)
    sayer = Sayer(words, case.rulebook, sheet_names(case.matchup))
    yield from trace_lines(sayer, explain(plan, dict(outcome.dice)))
    yield words.say("cli.struck", branch=branch_word(sayer, outcome.branch), damage=outcome.damage)
    yield ""


def main(arguments: list[str]) -> None:
    """Show the three fights."""
    words = Words(choose_language(asked_language(arguments)))
    source = Seeded(SEED)
    for name in ROSTERS:
        found = roster(Path(__file__).parent / name)
        print(f"=== {name}: {found.rulebook.id} ===\n")
        for case in attacks(found):
            print("\n".join(shown(words, case, source)))


if __name__ == "__main__":
    main(sys.argv[1:])
