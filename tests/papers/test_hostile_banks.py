"""Corpora in the form of DAESO that somebody made to do harm."""

import os
import time

import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.readers import read_daeso

PGC = (
    '<parallel_graph_corpus><graphbanks><file id="1" format="alpino">{bank}</file></graphbanks>'
    '<aligned_graphs><graph_pair from_bank_id="1" from_graph_id="s1" to_bank_id="1"'
    ' to_graph_id="s1"/></aligned_graphs></parallel_graph_corpus>'
)
BANK = (
    '<treebank><alpino_ds id="s1"><node id="0" rel="top" cat="np" begin="0" end="1">'
    '<node id="1" rel="hd" begin="0" end="{end}" word="kat"/></node>'
    "<sentence>kat</sentence></alpino_ds></treebank>"
)


@pytest.fixture
def corpus(tmp_path):
    """Writes a corpus and a bank, and gives the path of the corpus."""

    def write(bank="bank.xml", text=None, end="1"):
        (tmp_path / "corpus").mkdir()
        (tmp_path / "corpus" / "bank.xml").write_bytes(text or BANK.format(end=end).encode())
        path = tmp_path / "corpus" / "pairs.pgc"
        path.write_text(PGC.format(bank=bank))
        return path

    return write


def code(path):
    with pytest.raises(ParaphraseError) as caught:
        list(read_daeso(path))
    return caught.value.code


@pytest.mark.parametrize("end", ["999999999", "9" * 5000, "-1", "0"])
def test_positions_out_of_all_measure(corpus, end):
    assert code(corpus(end=end)) == "P102"


def test_banks_elsewhere_are_not_read(corpus, tmp_path):
    outside = tmp_path / "private.xml"
    outside.write_text(BANK.format(end="1"))
    path = corpus(bank=str(outside))
    assert code(path) == "P101"
    path.write_text(PGC.format(bank="../private.xml"))
    assert code(path) == "P101"
    path.write_text(PGC.format(bank="../corpus/bank.xml"))
    assert len(list(read_daeso(path))) == 1
    path.write_text(PGC.format(bank="far/away/bank.xml"))  # beside the corpus by its name
    assert len(list(read_daeso(path))) == 1


def test_a_link_that_leads_out_is_not_followed(corpus, tmp_path):
    path = corpus(bank="linked.xml")
    (tmp_path / "private.xml").write_text(BANK.format(end="1"))
    (tmp_path / "corpus" / "linked.xml").symlink_to(tmp_path / "private.xml")
    assert code(path) == "P101"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_no_bank(corpus, tmp_path):
    path = corpus(bank="pipe.xml")
    os.mkfifo(tmp_path / "corpus" / "pipe.xml")
    assert code(path) == "P101"


@pytest.mark.parametrize(
    "text",
    [
        b'<?xml version="1.0" encoding="no-such"?><treebank/>',
        b'<?xml version="1.0" encoding="utf-16"?><treebank/>',
        b"\xff\xfe<treebank/>",
        b"<treebank>" * 2000 + b"</treebank>" * 2000,
        b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        b"",
    ],
)
def test_banks_that_are_none(corpus, text):
    began = time.perf_counter()
    assert code(corpus(text=text or b" ")) == "P101"
    assert time.perf_counter() - began < 20  # it was forty, and grew with the square of the depth
