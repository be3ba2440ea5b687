"""The tour notebook runs from its first cell to its last, shows what it should, and is committed without outputs."""

from __future__ import annotations

import json
import os
import sys
import warnings
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.source import ROOT

TOUR = ROOT / "examples" / "tour.ipynb"


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The code cells of the tour after it ran, in a process of this Python."""
    folder = tmp_path_factory.mktemp("tour")
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    settings = {"PYTHONPATH": str(ROOT / "src"), "IPYTHONDIR": str(folder), "HOME": str(folder), "PYTHONUTF8": "1"}
    book = nbformat.read(TOUR, as_version=4)  # type: ignore[no-untyped-call]
    with warnings.catch_warnings():
        # What the notebook machinery says of its own event loops is none of ours.
        warnings.simplefilter("ignore")
        client = NotebookClient(book, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
        assert client.create_kernel_manager().format_kernel_cmd()[0] == sys.executable
        client.execute(env=kept | settings)
    return [cell for cell in book.cells if cell.cell_type == "code"]


def shown(cell: Any) -> dict[str, str]:
    """What a cell's last line shows, by kind; nothing where it shows nothing."""
    found = [output.data for output in cell.outputs if output.output_type in ("execute_result", "display_data")]
    assert len(found) <= 1
    return dict(found[0]) if found else {}


def test_committed_without_outputs() -> None:
    book = json.loads(TOUR.read_text("utf-8"))
    assert [cell["id"] for cell in book["cells"] if cell.get("outputs") or cell.get("execution_count")] == []
    nbformat.validate(nbformat.from_dict(book))  # type: ignore[no-untyped-call]


def test_every_cell_but_the_first_shows_something_and_none_complains(cells: list[Any]) -> None:
    assert shown(cells[0]) == {}
    assert [cell.id for cell in cells[1:] if not shown(cell)] == []
    assert [output for cell in cells for output in cell.outputs if output.output_type in ("stream", "error")] == []


def test_values_show_themselves_as_pictures_with_text(cells: list[Any]) -> None:
    html = [shown(cell)["text/html"] for cell in cells if "text/html" in shown(cell)]
    assert len(html) >= 5
    assert sum("<svg" in one for one in html) >= 4
    assert all("<desc>" in one for one in html if "<svg" in one)
    charts = [shown(cell)["image/svg+xml"] for cell in cells if "image/svg+xml" in shown(cell)]
    assert len(charts) >= 2
    assert any("Three blows" in one for one in charts)


def test_the_rules_speak(cells: list[Any]) -> None:
    text = "".join(shown(cell).get("text/html", "") for cell in cells)
    assert "not avoided" in text
    assert "telling blow" in text
    assert "blocked" in text
