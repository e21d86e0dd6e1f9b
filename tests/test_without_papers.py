"""The package without the folder `papers`: all works but what is asked of that folder."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import spacy_paraphrase
from spacy_paraphrase.registry import PAPERS, paper

PACKAGE = Path(spacy_paraphrase.__file__).parent
# What is not there says by which code and in which words.
ASKED = """
import json, sys
import spacy_paraphrase
assert spacy_paraphrase.__file__.startswith(sys.argv[1])
from spacy.util import registry
from spacy_paraphrase import readers
from spacy_paraphrase.acquire.row_score import row_words
from spacy_paraphrase.cli import main
from spacy_paraphrase.registry import PAPERS, paper

nlp = spacy_paraphrase.load(tier="fast")
doc = spacy_paraphrase.compare("A cat sleeps.", "The cat naps on a mat.", nlp)
said = {
    "links": len(doc._.alignment.words),
    "relation": doc._.relation.label,
    "fusions": [each.text for each in doc._.fusions],
}

def code(function, *given):
    try:
        function(*given)
    except spacy_paraphrase.ParaphraseError as error:
        return str(error)

path = "N:subj:V<find>V:obj:N"
said["asked"] = [
    *(code(paper, name) for name in PAPERS),
    code(registry.misc.get("spacy-paraphrase.PathRules.v1"), "rules.jsonl"),
    code(registry.architectures.get("spacy-paraphrase.PairMemory.v1")),
    code(lambda: readers.read_daeso),
    code(row_words, {"source": path, "target": path, "reads": []}),
]
open("texts.txt", "w").write("a b c d e")
said["status"] = main(["mine", "anchors", "texts.txt", "rows.jsonl", "--quiet"])
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """Return what a copy of the package without the folder says, and its standard error."""
    place = tmp_path_factory.mktemp("bare")
    copy = place / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("papers", "__pycache__"))
    assert not (copy / "papers").exists()
    behind = [path for path in sys.path if path and Path(path) != PACKAGE.parent]
    done = subprocess.run(
        [sys.executable, "-c", ASKED, str(place)],
        cwd=place,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(place), *behind))},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1]), done.stderr


def test_the_default_pipeline_compares_and_fuses(said):
    found, _ = said
    doc = spacy_paraphrase.compare(
        *("A cat sleeps.", "The cat naps on a mat."), spacy_paraphrase.load(tier="fast")
    )
    assert found["links"] == len(doc._.alignment.words) > 0
    assert found["relation"] == doc._.relation.label == "generalizes"
    assert found["fusions"] == [each.text for each in doc._.fusions] != []


def test_what_is_missing_says_so(said):
    found, told = said
    assert len(found["asked"]) == len(PAPERS) + 4
    for text in found["asked"]:
        assert text.startswith("[P044]"), text
        assert "spacy_paraphrase/papers" in text
    assert found["status"] == 1
    assert "[P044] mine anchors: " in told


def test_the_table_is_that_of_the_folder_and_of_those_who_ask():
    for name in PAPERS:
        assert paper(name).__name__ == f"spacy_paraphrase.papers.{name}"
    others = [path for path in PACKAGE.rglob("*.py") if path.parent.name != "papers"]
    asked = [re.findall(r'paper\("(\w+)"\)', path.read_text("utf8")) for path in others]
    by_readers = {"algraeph", "daeso"}
    assert {name for names in asked for name in names} | by_readers == set(PAPERS)


def test_an_error_inside_of_the_folder_is_not_hidden(monkeypatch):
    monkeypatch.delitem(sys.modules, "spacy_paraphrase.papers.perp", raising=False)
    monkeypatch.setitem(sys.modules, "rapidfuzz.distance", None)
    with pytest.raises(ModuleNotFoundError, match=r"rapidfuzz\.distance"):
        paper("perp")
