"""The data files of the package: none is read that was damaged or is missing."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from spacy_paraphrase.jobs.arrays import CHECKSUMS, PACKAGE

CODE = """
import sys, spacy_paraphrase
from spacy_paraphrase import ParaphraseError
try:
    nlp = spacy_paraphrase.load(tier=sys.argv[1])
    doc = nlp(spacy_paraphrase.make_pair(nlp, 'A cat sleeps on the sofa.', 'The cat naps.'))
    doc._.overlap
except ParaphraseError as error:
    print(error.code)
"""


def test_the_checksums_are_those_of_the_files():
    path = Path(__file__).parents[1] / "scripts" / "checksums.py"
    spec = importlib.util.spec_from_file_location("checksums", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert "".join(module.lines()) == CHECKSUMS.read_text(), "run python scripts/checksums.py"


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the package, whose files may be damaged."""
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, folder / "spacy_paraphrase", ignore=ignored)
    return folder


def outcome(copy, tier):
    env = {**os.environ, "PYTHONPATH": str(copy)}
    command = [sys.executable, "-W", "always", "-c", CODE, tier]
    run = subprocess.run(command, capture_output=True, env=env, cwd=copy, text=True, check=False)
    return run.stdout.strip(), run.stderr


@pytest.mark.parametrize(
    ("name", "harm"),
    [
        ("generation/data/en.edits", "flip"),
        ("lexicon/data/en.weights", "remove"),
        ("lexicon/data/en.wordnet", "cut"),
        ("ml/weights/encoder/vocab.txt", "remove"),
    ],
)
def test_harm_is_told(copy, name, harm):
    path = copy / "spacy_paraphrase" / name
    whole = path.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes([whole[middle] ^ 4]) + whole[middle + 1 :]
    try:
        path.write_bytes(flipped if harm == "flip" else whole[:middle])
        if harm == "remove":
            path.unlink()
        out, err = outcome(copy, "accurate" if "encoder" in name or "accurate" in name else "fast")
        assert out == "P034" or "P034" in err  # where the program goes on, it warns
        assert "Traceback" not in err
    finally:
        path.write_bytes(whole)


def test_nothing_is_told_of_sound_files(copy):
    out, err = outcome(copy, "fast")
    assert (out, "P034" in err) == ("", False)
