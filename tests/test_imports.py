"""The floors of the package: imports run down only, in no circle, and from outside come only a package's own."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.source import modules

FLOORS = (
    ("errors",),
    ("dice",),
    ("plan",),
    ("rules",),
    ("fight",),
    ("study",),
    ("charts", "interop"),
    ("telling",),
    ("table", "cli"),
)
HEIGHT = {package: height for height, floor in enumerate(FLOORS) for package in floor}
EDGES = {"charts", "interop", "telling", "table", "cli"}

OUTSIDE = {
    "study": {"distributed", "numpy", "numba", "pyarrow"},
    "charts": {"altair", "numpy", "vl_convert"},
    "interop": {"numpy", "pydantic"},
    "table": {
        "alembic",
        "fastapi",
        "jinja2",
        "markupsafe",
        "psycopg",
        "pydantic",
        "segno",
        "sqlalchemy",
        "sse_starlette",
        "starlette",
        "uvicorn",
    },
    "cli": {"click", "rich"},
}
LOADING = "adarga.rules.loading"
HEAVY = {"altair", "fastapi", "numpy", "pydantic", "rich", "sqlalchemy"}
MAY_BE_HEAVY = {"study", "charts", "interop", "table"}


def package_of(module: str) -> str:
    """The package a module stands in: `dice` of `adarga.dice.pool`, the command line for `adarga.__main__`."""
    name = module.split(".")[1]
    return "cli" if name == "__main__" else name


def targets(module: str, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The modules an import statement names: `from package import submodule` names the submodule."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    assert node.module is not None, f"{module}: a relative import"
    assert node.level == 0, f"{module}: a relative import"
    for alias in node.names:
        submodule = f"{node.module}.{alias.name}"
        yield submodule if submodule in modules() else node.module


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}


def imports(module: str, tree: ast.AST, *, eager_only: bool = False) -> Iterator[str]:
    """The modules imported anywhere in a tree, or only those imported as soon as it is itself imported."""
    for node in ast.iter_child_nodes(tree):
        if eager_only and (isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_type_checking(node)):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from targets(module, node)
        else:
            yield from imports(module, node, eager_only=eager_only)


GRAPH = {module: set(imports(module, tree)) for module, tree in modules().items()}
INSIDE = {module: {name for name in named if name.split(".")[0] == "adarga"} for module, named in GRAPH.items()}


def may_import(importer: str, imported: str) -> bool:
    """Whether one package may import another."""
    if imported == "words":
        return importer in EDGES
    if importer == "words":
        return imported == "errors"
    if (importer, imported) == ("cli", "table"):
        return True
    return HEIGHT[imported] < HEIGHT[importer]


def test_graph_sees_the_source() -> None:
    assert "adarga.errors" in INSIDE["adarga.words.reader"]
    assert "gettext" in GRAPH["adarga.words.reader"]


def test_every_package_has_its_floor() -> None:
    packages = {package_of(module) for module in INSIDE if module != "adarga"}
    assert packages - {"words"} <= set(HEIGHT)


def test_root_imports_nothing_of_ours() -> None:
    assert INSIDE["adarga"] == set()


def test_imports_run_down() -> None:
    upward = [
        f"{module} imports {name}"
        for module, named in INSIDE.items()
        for name in sorted(named)
        if module != "adarga" and name != "adarga"
        if package_of(module) != package_of(name) and not may_import(package_of(module), package_of(name))
    ]
    assert upward == []


def test_floors_forbid_what_they_should() -> None:
    assert not may_import("dice", "plan")
    assert not may_import("charts", "interop")
    assert not may_import("rules", "words")
    assert not may_import("table", "cli")
    assert may_import("cli", "words")
    assert may_import("fight", "dice")


def test_modules_form_no_circle() -> None:
    try:
        tuple(TopologicalSorter({module: named & INSIDE.keys() for module, named in INSIDE.items()}).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def outside(named: set[str]) -> set[str]:
    return {name.split(".")[0] for name in named} - sys.stdlib_module_names - {"adarga"}


@pytest.mark.parametrize("module", sorted(GRAPH))
def test_outside_imports_are_the_packages_own(module: str) -> None:
    allowed = OUTSIDE.get(package_of(module), set()) if module != "adarga" else set()
    if module.startswith(LOADING):
        allowed = {"pydantic"}
    assert outside(GRAPH[module]) <= allowed


def eager_closure(module: str) -> set[str]:
    """Everything that is loaded as soon as a module is imported, packages above the named modules too."""
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            if "." in name:
                waiting.append(name.rpartition(".")[0])
            if name in modules():
                waiting += imports(name, modules()[name], eager_only=True)
    return seen


LIGHT = sorted(
    module
    for module in GRAPH
    if module != "adarga" and package_of(module) not in MAY_BE_HEAVY and not module.startswith(LOADING)
)


@pytest.mark.parametrize("module", LIGHT)
def test_heavy_libraries_load_only_when_needed(module: str) -> None:
    assert outside(eager_closure(module)) & HEAVY == set()
