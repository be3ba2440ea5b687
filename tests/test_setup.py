"""The set-up hangs together: locks, package and developer's commands name the same things."""

from __future__ import annotations

import re
import tomllib

import pytest

import adarga
from tests.source import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RUN = PROJECT["project"]["dependencies"]
DEV = PROJECT["dependency-groups"]["dev"]


def lock(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def pins(name: str) -> dict[str, str]:
    """Each locked package and its version."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", lock(name), re.MULTILINE))


def named(requirement: str) -> str:
    """The package a requirement names."""
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert match is not None
    return match[0].lower()


@pytest.mark.parametrize(
    ("name", "requirements"), [("requirements-run.lock", RUN), ("requirements.lock", [*RUN, *DEV])]
)
def test_lock_pins_every_dependency(name: str, requirements: list[str]) -> None:
    assert {named(requirement) for requirement in requirements} <= pins(name).keys()


def test_full_lock_agrees_with_the_run_time_one() -> None:
    assert pins("requirements-run.lock").items() <= pins("requirements.lock").items()


def test_run_time_lock_holds_nothing_of_development() -> None:
    assert not {named(requirement) for requirement in DEV} & pins("requirements-run.lock").keys()


@pytest.mark.parametrize("name", ["requirements-run.lock", "requirements.lock"])
def test_lock_is_hashed_and_holds_no_address(name: str) -> None:
    entries = re.split(r"\n(?=[a-z])", lock(name))
    assert [entry.split("==")[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert "://" not in lock(name)
    assert "--index" not in lock(name)


def test_package_and_project_have_one_version() -> None:
    assert adarga.__version__ == PROJECT["project"]["version"]


def test_ci_runs_what_the_readmes_say() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for page in ("README.md", "README.es.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        for command in ("python3 dev.py test", "python3 dev.py lint"):
            assert command in text
            assert command in script.splitlines()


def test_developer_script_is_small() -> None:
    assert len((ROOT / "dev.py").read_text(encoding="utf-8").splitlines()) < 80
