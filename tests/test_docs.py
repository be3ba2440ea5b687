"""Every example of the README and the documentation runs and gives what it shows.

- ```console: each line `$ adarga …` runs; the lines up to the next one are all it prints, errors included, `...`
  alone on a line standing for any lines. It runs in a folder that holds `examples/` and the page's own files.
- ```toml NAME or ```json NAME: a file of that name, for the page's console examples.
- ```python: with `>>>` a doctest, else a program that must print nothing. A page is one program, read downwards.
- ```sh is for commands that are not run here.

A page named `.es.md` is run in Spanish, every other in English.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.source import ROOT

FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?P<target>[^)#\s]+)(?:#[^)]*)?\)")
KINDS = {"console", "json", "python", "sh", "text", "toml"}
ADARGA = "import sys; sys.argv[0] = 'adarga'; from adarga.cli.main import main; main()"


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    page: str
    line: int
    kind: str
    name: str
    body: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks_in(page: str, text: str) -> list[Block]:
    found = []
    for match in FENCE.finditer(text):
        kind, _, name = match["info"].strip().partition(" ")
        found.append(Block(page, text.count("\n", 0, match.start()) + 1, kind, name, match["body"]))
    return found


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


READMES = [ROOT / "README.md", ROOT / "README.es.md"]
PAGES = [*READMES, *sorted((ROOT / "docs").rglob("*.md"))]
BLOCKS = [block for page in PAGES for block in blocks_in(name_of(page), page.read_text(encoding="utf-8"))]


def commands(body: str) -> list[tuple[str, str]]:
    """Each command of a console block, with what it is shown to print."""
    assert body.startswith("$ "), "a console block starts with a command"
    parts = [part.partition("\n") for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in parts]


def fits(shown: str, printed: str) -> bool:
    """Whether the output shown, with its `...` lines, is what was printed; blanks at line ends do not count."""
    pieces = re.split(r"^\.\.\.\n", tidy(shown), flags=re.MULTILINE)
    return re.fullmatch(r"(?:.*\n)*".join(map(re.escape, pieces)), tidy(printed)) is not None


def tidy(text: str) -> str:
    lines = [line.rstrip() for line in text.splitlines()]
    return "".join(line + "\n" for line in lines).strip("\n") + "\n"


def run(command: str, folder: Path, lang: str) -> str:
    """What a command of Adarga prints on a terminal-less machine, both streams in one."""
    program, *arguments = shlex.split(command)
    assert program == "adarga", f"only adarga runs in a console block, not {program}: make it a sh block"
    inherited = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    settings = {"ADARGA_LANG": lang, "COLUMNS": "100", "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", ADARGA, *arguments],
        cwd=folder,
        env=inherited | settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_console_examples_print_what_they_show(page: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    blocks = [block for block in BLOCKS if block.page == name_of(page)]
    for block in blocks:
        if block.name:
            (tmp_path / block.name).write_text(block.body, encoding="utf-8")
    lang = "es" if page.name.endswith(".es.md") else "en"
    wrong = []
    for block in blocks:
        for command, shown in commands(block.body) if block.kind == "console" else ():
            printed = run(command, tmp_path, lang)
            if not fits(shown, printed):
                wrong.append(f"{block}: $ {command}\n{printed}")
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_examples_run(page: Path) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    report = io.StringIO()
    for block in BLOCKS:
        if block.page != name_of(page) or block.kind != "python":
            continue
        if ">>> " in block.body:
            example = doctest.DocTestParser().get_doctest(block.body, names, str(block), str(page), block.line)
            runner.run(example, out=report.write, clear_globs=False)
            names = example.globs
        else:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block.body, str(block), "exec", dont_inherit=True), names)
            assert printed.getvalue() == "", f"{block} prints: show it with >>>"
    assert runner.summarize(verbose=False).failed == 0, report.getvalue()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_fences_are_of_a_known_kind(page: Path) -> None:
    blocks = [block for block in BLOCKS if block.page == name_of(page)]
    assert [str(block) for block in blocks if block.kind not in KINDS] == []
    assert len(blocks) * 2 == len(re.findall(r"^```", page.read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    targets = [match["target"] for match in LINK.finditer(page.read_text(encoding="utf-8"))]
    broken = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert broken == []


def test_readmes_have_the_same_sections_and_examples() -> None:
    english, spanish = (
        [
            *re.findall(r"^(#+ )", page.read_text(encoding="utf-8"), re.MULTILINE),
            *(block.kind for block in BLOCKS if block.page == name_of(page)),
        ]
        for page in READMES
    )
    assert english == spanish
    assert "python" in english


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb\n", "a\nb  \n", True),
        ("a\n", "a\nb\n", False),
        ("a\n...\nc\n", "a\nb\nb\nc\n", True),
        ("a\n...\n", "a\nb\nc\n", True),
        ("...\nc\n", "a\nc\n", True),
        ("a\n...\nc\n", "a\nb\nd\n", False),
        ("a.c\n", "abc\n", False),
        ("", "a\n", False),
    ],
)
def test_output_is_compared_exactly(shown: str, printed: str, same: bool) -> None:
    assert fits(shown, printed) is same


def test_console_blocks_split_into_commands() -> None:
    assert commands("$ adarga a\n1\n2\n$ adarga b\n") == [("adarga a", "1\n2\n"), ("adarga b", "")]


def test_blocks_are_found_with_their_lines() -> None:
    text = "one\n\n```toml house.toml\na = 1\n```\n\n```sh\nls\n```\n"
    toml, shell = blocks_in("page.md", text)
    assert (toml.line, toml.kind, toml.name, toml.body) == (3, "toml", "house.toml", "a = 1\n")
    assert (shell.line, shell.kind, shell.name, shell.body) == (7, "sh", "", "ls\n")
