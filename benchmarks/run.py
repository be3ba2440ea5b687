"""`python3 dev.py bench`: the project beside its peers, in one run on one machine, as ratios."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import d20

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adarga import dice
from benchmarks import duels, fights, skirmishes, studies, sweeps, table, works
from benchmarks.timing import Measured, clear_everything, measure, per_second

SOURCE = dice.Seeded(1)
CLICK = """import click


@click.command()
def main() -> None:
    click.echo("7")


main()
"""


def row(*cells: str) -> None:
    """One line of a table."""
    print("| " + " | ".join(cells) + " |")


def exact_works() -> list[Measured]:
    """Exact distributions and odds against the two exact peers."""
    works.check_answers()
    return [
        measure("pmf of 16d12", works.pool(16, 12)),
        measure("pmf of 40d100", works.pool(40, 100), rounds=3),
        measure("strike, compile and odds", works.strike(), rounds=31),
        measure("33 x 21 matrix, mean and P(>= 1)", works.matrix(), rounds=5),
        *studies.measured(),
        *duels.measured(),
    ]


def show_exact(found: list[Measured]) -> None:
    """Milliseconds, and how many times ours each peer takes."""
    row("work", "adarga ms", "icepool ms", "dyce ms", "icepool / adarga", "dyce / adarga", "warm icepool / adarga")
    row(*["---"] * 7)
    for one in found:
        ours = one.cold["adarga"]
        times = [f"{one.cold[name]:.3f}" for name in ("adarga", "icepool", "dyce")]
        ratios = [f"{one.cold[name] / ours:.1f}" for name in ("icepool", "dyce")]
        row(one.work, *times, *ratios, f"{one.warm['icepool'] / one.warm['adarga']:.1f}")
        for name in one.cold.keys() - {"adarga", "icepool", "dyce"}:
            ratio = f"{one.cold[name] / ours:.1f}"
            row(f"the same: {name}", "", f"{one.cold[name]:.3f}", "", ratio, "", "")


def show_text_rolls() -> None:
    """Rolls of cached text a second, each die kept, against d20."""
    print()
    row("text rolls a second", "adarga", "d20", "adarga / d20")
    row(*["---"] * 4)
    for text in ("1d20+5", "4d6kh3"):
        clear_everything()
        ours, peer = [], []
        for _ in range(5):
            ours.append(per_second(partial(dice.roll, text, SOURCE)))
            peer.append(per_second(partial(d20.roll, text)))
        row(text, f"{median(ours):,.0f}", f"{median(peer):,.0f}", f"{median(ours) / median(peer):.1f}")


def show_process(runs: int = 30) -> None:
    """`adarga roll 2d6` as a whole process against a click program that prints one line, interleaved."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "one.py"
        program.write_text(CLICK)
        commands = {
            "adarga roll 2d6": [str(Path(sys.executable).parent / "adarga"), "roll", "2d6"],
            "one-line click program": [sys.executable, str(program)],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                start = perf_counter()
                subprocess.run(command, check=True, capture_output=True)
                times[name].append((perf_counter() - start) * 1000)
    print()
    row("whole process", "median ms", "ratio")
    row(*["---"] * 3)
    base = median(times["one-line click program"])
    for name, found in times.items():
        row(name, f"{median(found):.0f}", f"{median(found) / base:.2f}")


def show_fights() -> None:
    """A log of 10,000 events replayed and its file loaded, and the slowest decision with 40 combatants."""
    print()
    row("fight", "events replayed a second", "a file of 10,000 events loaded, ms", "slowest decision with 40, ms")
    row(*["---"] * 4)
    for figures in fights.figures():
        row(*figures)


def show_duels() -> None:
    """Duels in which energy, shields and soaking interact, under several habits of the two."""
    print()
    row("interacting duel", "P(the first wins)", "adarga s", "icepool s")
    row(*["---"] * 4)
    for figures in duels.figures():
        row(*figures)


def show_sweeps() -> None:
    """What a sweep costs beyond its work, two workers each."""
    print()
    row("sweep", "a pool", "Dask")
    row(*["---"] * 3)
    for figures in sweeps.figures():
        row(*figures)


def show_skirmishes() -> None:
    """Whole duels simulated."""
    print()
    row("skirmish", "figure")
    row(*["---"] * 2)
    for figures in skirmishes.figures():
        row(*figures)


def show_table() -> None:
    """The live table: from a tap to every screen."""
    print()
    row(*table.HEADS)
    row(*["---"] * len(table.HEADS))
    for figures in table.measured():
        row(*figures)


def main() -> None:
    """All tables, as Markdown."""
    show_exact(exact_works())
    show_duels()
    show_text_rolls()
    show_process()
    show_fights()
    show_skirmishes()
    show_sweeps()
    show_table()


if __name__ == "__main__":
    main()
