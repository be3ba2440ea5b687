"""Every task of the project: `python3 dev.py run|test|lint|bench|words|shots|lock`. Needs only Python 3.11 and pip."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
UV = "uv==0.13.9"
RUN_LOCK, FULL_LOCK = "requirements-run.lock", "requirements.lock"
FORM = ("--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet")
COMPILE = (BIN / "uv", "pip", "compile", "pyproject.toml", *FORM, "--output-file")
TASKS: dict[str, list[tuple[str | Path, ...]]] = {
    "run": [(BIN / "adarga", "serve", "--sample", "--lan")],
    "test": [(PYTHON, "-m", "pytest", "-n", "2", "--cov", "--cov-report=term:skip-covered")],
    "lint": [(BIN / "ruff", "check"), (BIN / "ruff", "format", "--check"), (BIN / "mypy",)],
    "bench": [(PYTHON, "benchmarks/run.py")],
    "words": [(PYTHON, "tools/compile_words.py")],
    "shots": [(PYTHON, "tools/screenshots.py")],
    "lock": [(*COMPILE, RUN_LOCK), (*COMPILE, FULL_LOCK, "--all-extras", "--group", "dev")],
}


def call(*command: str | Path) -> None:
    """Run a command in the project's root; its failure is ours."""
    if code := subprocess.call([str(part) for part in command], cwd=ROOT):
        sys.exit(code)


def need(*modules: str) -> None:
    """Stop where this Python lacks a module."""
    if missing := [name for name in modules if importlib.util.find_spec(name) is None]:
        sys.exit(f"{sys.executable} has no {', '.join(missing)}: Python 3.11 or later with venv and pip is needed")


def stamp_of(lock: str) -> str:
    """All that an installation of `lock` depends on, as one hash."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    told = (project["project"], project["build-system"], (ROOT / lock).read_text("utf-8"))
    return hashlib.sha256(repr((sys.version, ROOT, UV, *told)).encode()).hexdigest()


def install(lock: str) -> None:
    """Make `.venv` hold the locked packages and the project, doing nothing where it already does."""
    need("tomllib")
    stamps = {name: VENV / f"{name}.stamp" for name in (lock, FULL_LOCK)}
    if any(stamp.exists() and stamp.read_text() == stamp_of(name) for name, stamp in stamps.items()):
        return
    need("venv", "pip")
    call(sys.executable, "-m", "venv", "--without-pip", "--clear", VENV)
    call(sys.executable, "-m", "pip", "--python", PYTHON, "install", "--quiet", "--disable-pip-version-check", UV)
    uv = (BIN / "uv", "pip", "install", "--quiet", "--python", PYTHON)
    call(*uv, "--compile-bytecode", "--require-hashes", "--requirement", lock)
    call(*uv, "--no-deps", "--editable", ".")
    call(PYTHON, "-m", "compileall", "-q", "src")
    stamps[lock].write_text(stamp_of(lock))


def main(task: str = "", *arguments: str) -> None:
    """Do one task in the project's own environment; what follows its name goes on to the last command of the task."""
    if task not in TASKS:
        sys.exit(__doc__)
    install(RUN_LOCK if task == "run" else FULL_LOCK)
    *first, last = TASKS[task]
    for command in (*first, (*last, *arguments)):
        call(*command)


if __name__ == "__main__":
    main(*sys.argv[1:])
