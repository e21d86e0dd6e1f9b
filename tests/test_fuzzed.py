"""The fuzz target finds nothing in half a minute, and what it once found stays mended."""

import importlib
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
import spacy
from spacy.tokens import DocBin

from spacy_paraphrase import ParaphraseError, make_pair
from spacy_paraphrase.readers import read_docbin

SCRIPTS = Path(__file__).parents[1] / "scripts"


@pytest.fixture
def fuzz(monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("fuzz")


@pytest.mark.filterwarnings("ignore")
def test_the_seeds_are_sound_files(fuzz, tmp_path, monkeypatch):
    target = fuzz.Target(tmp_path)
    read, docs = [], target.docs
    monkeypatch.setattr(target, "docs", lambda record: read.append(door) or docs(record))
    for k, (door, seed) in enumerate(fuzz.SEEDS.items()):
        target(bytes([k]) + seed)
        assert bool(read) == (door not in ("align", "rewrites")), door
        read.clear()


def test_what_must_not_be_is_told(fuzz, tmp_path, monkeypatch):
    target = fuzz.Target(tmp_path)
    monkeypatch.setattr(type(target.runner), "run", lambda runner, lines: iter([]))
    with pytest.raises(AssertionError):
        target(bytes([fuzz.DOORS.index("align")]) + fuzz.SEEDS["align"])


@pytest.mark.long
def test_half_a_minute(tmp_path):
    pytest.importorskip("atheris")
    command = [sys.executable, SCRIPTS / "fuzz.py", "--seconds", "30", "--keep", tmp_path]
    done = subprocess.run(
        command, capture_output=True, text=True, env=dict(os.environ, OMP_NUM_THREADS="1")
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert "DONE" in done.stderr
    assert not list(tmp_path.glob("crash-*"))


@pytest.mark.parametrize("start", [0x0A000000, -1, 6])
def test_a_span_that_leads_out_of_its_doc(tmp_path, start):
    """Found by the fuzzer: reading the file raised the IndexError of spaCy."""
    nlp = spacy.blank("en")
    doc = make_pair(nlp, "A cat", "a dog")
    data = zlib.decompress(DocBin(docs=[doc], store_user_data=True).to_bytes())
    found = doc.spans["pair"].to_bytes()
    # A span ends with its start and end in tokens and in characters: signed numbers of 32 bits.
    place = found.index((3).to_bytes(4, "big") + (5).to_bytes(4, "big"))
    changed = found[:place] + start.to_bytes(4, "big", signed=True) + found[place + 4 :]
    assert data.count(found) == 1
    path = tmp_path / "damaged.spacy"
    path.write_bytes(zlib.compress(data.replace(found, changed)))
    with pytest.raises(ParaphraseError, match=r"P10[12]"):
        list(read_docbin(path, nlp))
