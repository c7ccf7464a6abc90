"""Authors of games check them with the plugin for pytest, in two lines."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[1]
GOOD = """
from dummy_game import DummyGame

def test_dummy(ludoteca_conformance):
    ludoteca_conformance(DummyGame())
"""
BAD = """
from dummy_game import DummyGame, DummyState

class Sharing(DummyState):
    def copy(self):
        other = super().copy()
        other.points = self.points
        return other

class Broken(DummyGame):
    start = staticmethod(Sharing)

def test_broken(ludoteca_conformance):
    ludoteca_conformance(Broken())
"""
RAISING = """
from dummy_game import DummyGame

class Broken(DummyGame):
    def write_move(self, state, move):
        return {}[move]

def test_broken(ludoteca_conformance):
    ludoteca_conformance(Broken())
"""


def run_pytest(folder: Path, source: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest as an author does, in a folder with one test file."""
    (folder / "test_game.py").write_text(source)
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-c", "/dev/null", f"--rootdir={folder}")
    command = [sys.executable, "-m", "pytest", *options, "-o", f"pythonpath={TESTS}", *arguments, "test_game.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_the_plugin_is_installed_and_does_not_import_ludoteca_by_itself() -> None:
    assert [entry.value for entry in entry_points(group="pytest11", name="ludoteca")] == ["ludoteca_pytest"]
    code = "import sys, ludoteca_pytest; sys.exit('ludoteca' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_good_game_passes_with_the_seed_and_the_number_of_games_that_were_asked_for(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, GOOD, "--ludoteca-deals=1", "--ludoteca-states=2", "--ludoteca-seed=other")
    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout


def test_a_fault_is_one_sentence_with_the_seed_and_without_a_traceback(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, BAD, "--ludoteca-seed=other")
    assert done.returncode == 1
    sentence = "dummy fails copies_are_independent: copy() shares points with its original: playing on a copy changed"
    assert sentence in done.stdout
    assert "seed 'other/0'" in done.stdout
    assert "Traceback" not in done.stdout
    assert "ludoteca_pytest.py" not in done.stdout


def test_an_error_in_the_games_own_code_keeps_its_traceback(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, RAISING)
    assert "dummy fails moves_survive_text: write_move() raises KeyError: " in done.stdout
    assert "return {}[move]" in done.stdout


def test_a_number_below_one_is_refused(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, GOOD, "--ludoteca-deals=0")
    assert done.returncode == 4
    assert "argument --ludoteca-deals: invalid" in done.stderr
