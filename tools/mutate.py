"""Change the code in small ways and see whether the tests notice: a sample of mutants, and which of them survive.

    python -m tools.mutate --sample 40 --tests tests/games/latice tests/golden -- src/ludoteca/games/latice/rules.py
    python -m tools.mutate --sample 40 --tests tests/table -- src/ludoteca/table

Works on a copy of src and leaves the repository alone. A mutant is killed if a test fails, hangs or cannot be
imported; look at each survivor: it is a missing test, or it means the same as the original. The same seed gives the
same sample.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SLOWER = 10
"""A mutant that takes this many times as long as the tests did before counts as one that hangs."""
MIN_LIMIT_S = 60.0

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}

Change = Callable[[], None]
"""Changes the tree in place."""


@dataclass(frozen=True)
class Mutant:
    """One change: the number of a change in a file."""

    file: Path
    number: int
    line: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before}  ->  {self.after}"


def changes(tree: ast.Module) -> Iterator[tuple[ast.AST, Change]]:
    """Yield every change that can be made to a module, with the statement or expression that it changes."""
    for node in _code(tree):
        if isinstance(node, ast.Compare):
            for index, operator in enumerate(node.ops):
                if type(operator) in COMPARISONS:
                    yield node, partial(_set_comparison, node, index)
        elif isinstance(node, ast.BoolOp):
            yield node, partial(setattr, node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in OPERATORS:
            yield node, partial(setattr, node, "op", OPERATORS[type(node.op)]())
        elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
            yield node.test, partial(setattr, node, "test", ast.UnaryOp(ast.Not(), node.test))
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield node, partial(setattr, node, "value", not node.value)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, partial(setattr, node, "value", node.value + 1)


def _set_comparison(node: ast.Compare, index: int) -> None:
    node.ops[index] = COMPARISONS[type(node.ops[index])]()


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes that do something: no annotations, no decorators, nothing that only a type checker reads."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or (
                isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            ):
                continue
            yield node
            yield from _code(node)


def mutants(file: Path) -> list[Mutant]:
    """Return all mutants of a file."""
    source = (ROOT / file).read_text("utf-8")
    return [
        Mutant(file, number, getattr(node, "lineno", 0), ast.unparse(node), _after(source, number))
        for number, (node, _) in enumerate(changes(ast.parse(source)))
    ]


def _after(source: str, number: int) -> str:
    """Return what stands in the place of a changed node."""
    node, change = list(changes(ast.parse(source)))[number]
    before = ast.unparse(node)
    change()
    after = ast.unparse(node)
    return after if after != before else f"not ({before})"  # the node itself stays, under a `not`


def mutate(file: Path, number: int) -> str:
    """Return the source of a file after one change."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    list(changes(tree))[number][1]()
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


class Laboratory:
    """A copy of the source in which mutants are tried."""

    def __init__(self, folder: Path, tests: list[str]) -> None:
        self._folder = folder
        shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        flags = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow", "--no-header"]
        self._command = [sys.executable, "-m", "pytest", *flags, *tests]
        self._limit_s = 3600.0
        begun = time.monotonic()
        if not self.passes():
            sys.exit("The tests fail without any change.")
        self._limit_s = max(MIN_LIMIT_S, SLOWER * (time.monotonic() - begun))

    def passes(self) -> bool:
        """Return whether all tests pass."""
        environment = {**os.environ, "PYTHONPATH": str(self._folder / "src"), "LUDOTECA_PLAIN": "1"}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        try:
            done = subprocess.run(
                self._command, cwd=ROOT, env=environment, capture_output=True, timeout=self._limit_s, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    def survives(self, mutant: Mutant) -> bool:
        """Return whether the tests pass although the code was changed."""
        target = self._folder / mutant.file
        original = target.read_bytes()
        target.write_text(mutate(mutant.file, mutant.number), "utf-8")
        try:
            return self.passes()
        finally:
            target.write_bytes(original)


def python_files(names: list[str]) -> list[Path]:
    """Return the Python files with these names, and those in folders with these names."""
    paths = [Path(name) for name in names]
    inside = [file for path in paths if (ROOT / path).is_dir() for file in sorted((ROOT / path).glob("*.py"))]
    return [path for path in paths if (ROOT / path).is_file()] + [file.relative_to(ROOT) for file in inside]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", help="files or folders below src/ludoteca to change")
    parser.add_argument("--tests", nargs="+", required=True, help="the tests that should notice")
    parser.add_argument("--sample", type=int, default=40, help="how many mutants to try")
    parser.add_argument("--seed", default="mutants")
    args = parser.parse_args()
    everything = [mutant for file in python_files(args.files) for mutant in mutants(file)]
    chosen = random.Random(args.seed).sample(everything, min(args.sample, len(everything)))
    with tempfile.TemporaryDirectory(prefix="ludoteca-mutants-") as folder:
        laboratory = Laboratory(Path(folder), args.tests)
        survivors = []
        for mutant in sorted(chosen, key=lambda one: (str(one.file), one.number)):
            if laboratory.survives(mutant):
                survivors.append(mutant)
                print(f"survived: {mutant}", flush=True)
    killed = len(chosen) - len(survivors)
    print(f"{killed} of {len(chosen)} mutants killed, {100 * killed / len(chosen):.0f} % ({len(everything)} possible).")


if __name__ == "__main__":
    main()
