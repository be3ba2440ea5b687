"""Every task of the project: `python3 dev.py run|test|lint|bench|words|lock`. Needs only Python 3.11 and pip."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
UV = "uv==0.13.9"
RUN_LOCK, FULL_LOCK = "requirements-run.lock", "requirements.lock"


def call(*command: str | Path) -> None:
    """Run a command in the project's root; its failure is ours."""
    code = subprocess.call([str(part) for part in command], cwd=ROOT)
    if code:
        sys.exit(code)


def stamp_of(lock: str) -> str:
    """What an installation of `lock` depends on, and where it stands."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = (
        sys.version,
        ROOT,
        UV,
        project["project"],
        project["build-system"],
        (ROOT / lock).read_text(encoding="utf-8"),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def install(lock: str) -> None:
    """Make `.venv` hold the locked packages and the project, doing nothing where it already does."""
    stamps = {name: VENV / f"{name}.stamp" for name in (RUN_LOCK, FULL_LOCK)}
    for name in {lock, FULL_LOCK}:
        if stamps[name].exists() and stamps[name].read_text() == stamp_of(name):
            return
    for name in ("venv", "pip"):
        if importlib.util.find_spec(name) is None:
            sys.exit(f"{sys.executable} has no module {name}; on Debian: apt install python3-{name}")
    call(sys.executable, "-m", "venv", "--without-pip", "--clear", VENV)
    call(sys.executable, "-m", "pip", "--python", PYTHON, "install", "--quiet", "--disable-pip-version-check", UV)
    uv = (BIN / "uv", "pip", "install", "--quiet", "--python", PYTHON)
    call(*uv, "--require-hashes", "--requirement", lock)
    call(*uv, "--no-deps", "--editable", ".")
    stamps[lock].write_text(stamp_of(lock))


def relock() -> None:
    """Write both locks anew from pyproject.toml; they hold versions and hashes, no addresses."""
    for lock, *groups in ((RUN_LOCK,), (FULL_LOCK, "--group", "dev")):
        form = ("--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet")
        call(BIN / "uv", "pip", "compile", *form, *groups, "pyproject.toml", "--output-file", lock)


def main(task: str = "", *arguments: str) -> None:
    """Do one task, in the project's own environment."""
    tasks: dict[str, list[tuple[str | Path, ...]]] = {
        "run": [(PYTHON, "examples/show.py", *arguments)],
        "test": [(PYTHON, "-m", "pytest", "-n", "2", "--cov", "--cov-report=term:skip-covered", *arguments)],
        "lint": [(BIN / "ruff", "check"), (BIN / "ruff", "format", "--check"), (BIN / "mypy",)],
        "bench": [(PYTHON, "benchmarks/run.py", *arguments)],
        "words": [(PYTHON, "tools/compile_words.py")],
        "lock": [],
    }
    if task not in tasks:
        sys.exit(__doc__)
    install(RUN_LOCK if task == "run" else FULL_LOCK)
    for command in tasks[task]:
        call(*command)
    if task == "lock":
        relock()


if __name__ == "__main__":
    main(*sys.argv[1:])
