"""A table to try everything at: a fight in each rulebook, some of them players' fighters, one hidden."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from adarga.fight import commands as cmd
from adarga.fight.view import MASTER
from adarga.rules.loading import roster
from adarga.rules.protocol import Condition
from adarga.table.intents import Intent, JoinAll, What
from adarga.table.rooms import Rooms
from adarga.table.store import TableRow
from adarga.words import Words

HERE = Path(__file__).resolve().parent / "samples"
INITIATIVE = {"Elvira": 19, "Olmo": 17, "Ogro del puente": 14, "Thrain": 12, "Trasgo": 8, "Chamán trasgo": 5,
              "Aldara": 18, "Guardia sepulcral": 12, "Ruy": 9}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sample:
    """One fight of the sample: its players' fighters by seat, its hidden ones, copies, and how it stands."""

    rulebook: str
    owned: tuple[tuple[str, str], ...]
    hidden: tuple[str, ...] = ()
    copies: tuple[tuple[str, int], ...] = ()
    then: tuple[What, ...] = ()


SAMPLES = (
    Sample(
        "absorption",
        (("Thrain", "Ana"), ("Elvira", "Luis"), ("Olmo", "Sara")),
        ("Chamán trasgo",),
        (("Trasgo", 2),),
        (cmd.SetPoints("Thrain", 9), cmd.SetPoints("Elvira", 6), cmd.NextTurn(), cmd.NextTurn(), cmd.NextTurn()),
    ),
    Sample("damage-steps", (("Aldara", "Ana"), ("Ruy", "Luis")), then=(cmd.NextTurn(),)),
    Sample(
        "percentile",
        (("Cabo Rivas", "Ana"), ("Médica Sol", "Sara")),
        then=(cmd.SetCondition("Fusilero", Condition("cover")), cmd.NextTurn()),
    ),
)


def sample_table(rooms: Rooms, words: Words) -> TableRow:
    """The sample table: found where it was made before, else made, with its seats and fights."""
    name = words.say("serve.sample")
    store = rooms.store
    known = {words.say("serve.sample"), Words("es").say("serve.sample"), Words("en").say("serve.sample")}
    there = next((table for table in store.tables() if table.name in known), None)
    if there is not None:
        return there
    table = store.add_table(name, "absorption")
    for seat in ("Ana", "Luis", "Sara"):
        store.add_seat(table.id, seat)
    for sample in SAMPLES:
        row = store.add_fight(table.id, words.say(f"serve.sample_{sample.rulebook}"), sample.rulebook)
        room = rooms.room(row.id)
        for at, what in enumerate((_joining(sample), *sample.then)):
            room.ask(MASTER, Intent(id=f"sample-{at}", what=what))
    return table


def _joining(sample: Sample) -> JoinAll:
    """All who are in a fight of the sample, those of players with their owners."""
    owned = dict(sample.owned)
    copies = dict(sample.copies)
    sheets = roster(HERE / f"{sample.rulebook}.toml", sample.rulebook).combatants
    return JoinAll(
        tuple(
            cmd.Join(
                sheet=replace(sheet, name=name),
                count=copies.get(name, 1),
                side="heroes" if name in owned else "foes",
                hidden=name in sample.hidden,
                owner=owned.get(name, ""),
                initiative=INITIATIVE.get(name),
            )
            for name, sheet in sheets.items()
        )
    )
