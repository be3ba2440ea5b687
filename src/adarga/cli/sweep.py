"""`adarga sweep`: one study asked of every point of a grid, into a file."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

import click

from adarga.cli.frame import Command, Number, argument, echo_json, json_option, option
from adarga.cli.streams import echo
from adarga.cli.waiting import progress
from adarga.errors import AdargaError
from adarga.telling.data import Json
from adarga.words import Words, error_text

if TYPE_CHECKING:
    from pathlib import Path

    from adarga.study.sweep.journal import Journal, Span
    from adarga.study.sweep.run import Sample
    from adarga.study.sweep.spec import Sweep
    from adarga.study.sweep.workers import Crew

EXAMPLES = (
    "adarga sweep plate.toml --out plate.csv",
    "adarga sweep plate.toml --estimate",
    "adarga sweep plate.toml --out plate.parquet --cluster tcp://10.0.0.5:8786",
)
MOST_WORKERS = 1024
_WORTH_A_POOL = 1.0
_ENDED = 128 + signal.SIGTERM


def crew_for(sweep: Sweep, workers: int | None, cluster: str | None, seconds: float) -> Crew:
    """Who is to do it: a cluster or so many processes where asked for, else what `seconds` of work are worth."""
    from adarga.study.sweep.workers import Here, Pool, cores

    if cluster is not None:
        import logging

        from adarga.study.sweep.cluster import Cluster

        # What goes wrong with a cluster is said once, in the reader's words.
        for logger in ("distributed", "distributed.client"):
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        return Cluster(sweep, cluster)
    if workers is None and seconds < _WORTH_A_POOL:
        return Here(sweep)
    return Pool(sweep, workers or cores())


def count_of(missing: list[Span]) -> int:
    """How many points there are in several runs."""
    return sum(stop - first for first, stop in missing)


def duration(words: Words, seconds: float) -> str:
    """A time as a person reads it."""
    if seconds < 1:
        return words.say("sweep.time.less")
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    if minutes < 1:
        return words.say("sweep.time.seconds", seconds=rest)
    hours, left = divmod(minutes, 60)
    if hours < 1:
        return words.say("sweep.time.minutes", minutes=minutes, seconds=rest)
    return words.say("sweep.time.hours", hours=hours, minutes=left)


def estimate_data(sweep: Sweep, missing: list[Span], sample: Sample, workers: int) -> Json:
    """What is to do and what it will take, as data."""
    left = count_of(missing)
    return {
        "points": sweep.grid.points,
        "missing": left,
        "workers": workers,
        "seconds_a_point": sample.seconds,
        "seconds": left * sample.seconds / workers,
    }


def estimate_text(words: Words, told: Json) -> str:
    """The same as a sentence."""
    time = duration(words, told["seconds"])
    done = told["points"] - told["missing"]
    if done:
        rest = {"done": done, "points": told["points"], "left": told["missing"]}
        return words.say("sweep.estimate.rest", workers=told["workers"], time=time, **rest)
    points = told["points"]
    return words.say("sweep.estimate", count=points, points=points, workers=told["workers"], time=time)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt(number)


@contextmanager
def stopping_cleanly() -> Iterator[None]:
    """Let a request to end (SIGTERM) stop the work as Ctrl-C does: workers gone, what is done kept; the code tells."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    except KeyboardInterrupt as interrupt:
        if interrupt.args == (signal.SIGTERM,):
            raise click.exceptions.Exit(_ENDED) from None
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


class _Asked:
    """One call of the command."""

    def __init__(self, words: Words, file: str, workers: int | None, cluster: str | None, quiet: bool) -> None:
        from pathlib import Path

        from adarga.study.sweep.results import check_extra
        from adarga.study.sweep.spec import load

        if workers is not None and cluster is not None:
            raise AdargaError("cli.together", flag="--workers", other="--cluster")
        if cluster is not None:
            check_extra("cluster", "distributed")
        self.words = words
        self.sweep = load(Path(file))
        self.workers = workers
        self.cluster = cluster
        self.quiet = quiet

    def estimate(self, out: Path | None) -> Json:
        """What it will take; no file is made."""
        from adarga.study.sweep.journal import journal_path, peek
        from adarga.study.sweep.run import sampled
        from adarga.study.sweep.workers import cores

        missing = [(0, self.sweep.grid.points)] if out is None else peek(journal_path(out), self.sweep)
        sample = sampled(self.sweep, missing)
        if self.cluster is None:
            return estimate_data(self.sweep, missing, sample, self.workers or cores())
        with crew_for(self.sweep, None, self.cluster, 0) as crew:
            return estimate_data(self.sweep, missing, sample, crew.count)

    def run(self, out: Path) -> Json:
        """Do it, or what is left of it; what was done."""
        from adarga.study.sweep.journal import Journal, journal_path
        from adarga.study.sweep.results import check_ending, write

        check_ending(out)
        with Journal(journal_path(out), self.sweep) as journal:
            try:
                self._work(journal)
            except KeyboardInterrupt:
                self._stopped(journal)
                raise
            refused = [point for chunk in journal.chunks() for point, _ in chunk.refused]
            write(journal, out)
            journal.remove()
        return {"file": str(out), "points": self.sweep.grid.points, "refused": len(refused), "first": refused[:1]}

    def _work(self, journal: Journal) -> None:
        from adarga.study.sweep.run import run, sampled

        missing = journal.missing()
        sample = sampled(self.sweep, missing)
        left = count_of(missing)
        with crew_for(self.sweep, self.workers, self.cluster, sample.seconds * left) as crew:
            if not self.quiet:
                echo(estimate_text(self.words, estimate_data(self.sweep, missing, sample, crew.count)), err=True)
            points = self.sweep.grid.points
            with progress(points, points - left, quiet=self.quiet) as told:
                run(journal, crew, sample, told)

    def _stopped(self, journal: Journal) -> None:
        told = {"done": journal.done, "points": self.sweep.grid.points, "file": str(journal.path)}
        echo(self.words.say("sweep.stopped", **told), err=True)

    def refusal(self, point: int) -> str:
        """What the rules say against a point, in the reader's words."""
        from adarga.study.sweep.points import Points

        try:
            Points(self.sweep).row(point)
        except AdargaError as error:
            return error_text(self.words, error)
        return ""

    def done_text(self, done: Json) -> Iterator[str]:
        """What was done, as lines."""
        yield self.words.say("sweep.done", file=done["file"], count=done["points"])
        for point in done["first"]:
            yield self.words.say("sweep.refused", count=done["refused"], point=point, why=self.refusal(point))


def command(words: Words) -> click.Command:
    """The command, in the reader's words."""

    def sweep(
        file: str,
        out: str | None,
        workers: int | None,
        cluster: str | None,
        estimate: bool,
        quiet: bool,
        as_json: bool,
    ) -> None:
        from pathlib import Path

        asked = _Asked(words, file, workers, cluster, quiet)
        if estimate:
            told = asked.estimate(None if out is None else Path(out))
            echo_json(told) if as_json else echo(estimate_text(words, told))
            return
        if out is None:
            raise AdargaError("sweep.needs_out", flag="--out", other="--estimate")
        with stopping_cleanly():
            done = asked.run(Path(out))
        if as_json:
            echo_json({key: done[key] for key in ("file", "points", "refused")})
        elif not quiet:
            for line in asked.done_text(done):
                echo(line)

    params = [
        argument(words, "file", help_key="sweep-file"),
        option(words, "--out", help_key="sweep-out", metavar=words.say("cli.metavar.file")),
        option(words, "--workers", help_key="sweep-workers", type=Number(1, MOST_WORKERS)),
        option(words, "--cluster", help_key="sweep-cluster", metavar=words.say("cli.metavar.address")),
        option(words, "--estimate", help_key="sweep-estimate", is_flag=True),
        option(words, "--quiet", help_key="sweep-quiet", is_flag=True),
        json_option(words),
    ]
    return Command(words, "sweep", sweep, params, EXAMPLES)
