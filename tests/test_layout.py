"""The rules of the house that a machine can check."""

import re
from importlib.metadata import entry_points
from pathlib import Path

import pytest
import spacy
from spacy.util import registry

import spacy_paraphrase
from spacy_paraphrase.errors import MESSAGES, ParaphraseError

PACKAGE = Path(spacy_paraphrase.__file__).parent
ROOT = Path(__file__).parents[1]
MODULES = sorted(PACKAGE.rglob("*.py"))


def test_trees_and_metrics_know_no_spacy():
    for room in ("trees", "metrics"):
        for path in (PACKAGE / room).rglob("*.py"):
            assert not re.search(r"^(import|from) spacy\b", path.read_text("utf-8"), re.M), path


def test_modules_are_small():
    for path in MODULES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 720, path


def test_every_code_is_raised_and_every_raise_has_a_message():
    text = "".join(path.read_text("utf-8") for path in MODULES if path.name != "errors.py")
    used = set(re.findall(r'"([PW]\d{3})"', text))
    used |= set(re.findall(r'Error\("(P\d{3})"', (PACKAGE / "errors.py").read_text("utf-8")))
    assert used == set(MESSAGES)


def test_errors_survive_pickling():
    import pickle

    error = pickle.loads(pickle.dumps(ParaphraseError("P001", side="source", got="''")))
    assert (error.code, str(error)[:6]) == ("P001", "[P001]")


def test_registered_names_are_entry_points():
    """What the package registers is what it declares, and a golden list of both."""
    tomllib = pytest.importorskip("tomllib", reason="in the standard library from 3.11")
    declared = {}
    if (ROOT / "pyproject.toml").exists():
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
        declared = project["entry-points"]
    golden = (Path(__file__).parent / "registered_names.txt").read_text("utf-8").split("\n")
    found = []
    spacy.blank("en")  # only a pipeline makes spaCy look for the factories of packages
    for group, names in sorted(declared.items()):
        installed = {point.name for point in entry_points(group=group)}
        assert set(names) <= installed, group
        found += [f"{group} {name}" for name in sorted(names)]
        table = getattr(registry, group.removeprefix("spacy_"))
        for name in names:
            assert callable(table.get(name)), name
    assert found == [line for line in golden if line]
