import gzip
import math

import pytest
import spacy

from spacy_paraphrase import ParaphraseError, make_pair
from spacy_paraphrase.lexicon.phrase_table import TableRow, compile_table
from spacy_paraphrase.scoring.edit_phrases import EditPhraseTable, read_phrases

ENTRY = [(["army", "roadblock"], ["military", "barrier"], 0.5)]
PPDB = "[NN] ||| {} ||| {} ||| {} ||| 0-0 ||| Equivalence\n"


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("terp", "0.5 <p>army roadblock</p> <p>military barrier</p>\n"),
        ("pivot", "0.5\narmy roadblock\nmilitary barrier\n"),
        ("jsonl", '{"ref": "Army roadblock", "hyp": ["military", "barrier"], "prob": 0.5}\n'),
        (
            "ppdb",
            PPDB.format("army roadblock", "military barrier", f"p(f|e)=9 p(e|f)={math.log(2)}"),
        ),
        (
            "ppdb",
            PPDB.format(
                "army roadblock", "military barrier", f"PPDB2.0Score=4 -logp(e2|e1)={math.log(2)}"
            ),
        ),
    ],
)
def test_formats(tmp_path, format, text):
    path = tmp_path / "phrases"
    path.write_text(text, encoding="utf-8")
    for given in (format, None):
        assert read_phrases(path, given).to_list() == ENTRY
    packed = tmp_path / "phrases.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    assert read_phrases(packed).to_list() == ENTRY


def test_ppdb_patterns_with_gaps_are_left_out_and_scores_may_be_missing(tmp_path):
    path = tmp_path / "ppdb"
    path.write_text(
        PPDB.format("[NN,1] of", "'s [NN,1]", "p(e|f)=1")
        + PPDB.format("cut", "reduce", "Abstract=0")
    )
    assert read_phrases(path).to_list() == [(["cut"], ["reduce"], 1.0)]


@pytest.mark.parametrize(
    "text",
    [
        "0.5 0.2 <p>a</p> <p>b</p>\n",
        "[NN] ||| a\n",
        "[NN] ||| a ||| b ||| p(e|f)=much\n",
        "0.5\na\n",
        "2\na\nb\n",
        '{"ref": "a"}\n',
        '{"ref": "a", "hyp": "b", "prob": 1.5}\n',
        "{broken\n",
    ],
)
def test_lines_that_are_not_in_the_format(tmp_path, text):
    path = tmp_path / "phrases"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ParaphraseError, match=r"P102.*line 1"):
        read_phrases(path)


def test_an_empty_file(tmp_path):
    path = tmp_path / "phrases"
    path.write_text("\n")
    with pytest.raises(ParaphraseError, match="P106"):
        read_phrases(path)


def test_the_least_probability(tmp_path):
    path = tmp_path / "phrases"
    path.write_text("0.1\na\nb\n0.2\na\nc\n")
    assert [entry.target for entry in read_phrases(path, least=0.15).starting_at(["a"], 0)] == [
        ("c",)
    ]


def test_a_phrase_is_not_cut_at_the_end_of_a_sentence():
    table = EditPhraseTable([(["a", "b"], ["c"], 1.0), (["a"], ["d"], 1.0)])
    assert list(table.starting_at(["a"], 0)) == [(1, ("d",), 1.0)]
    assert len(list(table.starting_at(["a", "b"], 0))) == 2


def test_an_entry_that_comes_twice():
    table = EditPhraseTable([("a", "b", 0.2), ("a", "b", 0.7), ("a", "b", 0.5), ("c", "C", 1.0)])
    assert table.to_list() == [(["a"], ["b"], 0.7)]
    assert len(table) == 1


@pytest.mark.parametrize("entry", [([], ["a"], 1), (["a"], ["b"], 1.2), (["a"], ["b"], -1)])
def test_entries_that_make_no_sense(entry):
    with pytest.raises(ParaphraseError, match="P220"):
        EditPhraseTable([entry])


def test_a_compiled_table_is_read_and_saved_with_the_pipeline(tmp_path):
    rows = [TableRow("army roadblock", "military barrier", 0.9, "restates", 0.5)]
    compile_table(rows, tmp_path / "table")
    (entry,) = read_phrases(tmp_path / "table").starting_at(["an", "army", "roadblock"], 1)
    assert entry == (2, ("military", "barrier"), 0.5)
    nlp = spacy.blank("en")
    config = {"preset": "align", "phrase_table": str(tmp_path / "table")}
    nlp.add_pipe("paraphrase_edits", config=config)
    pair = "they secured the army roadblock", "they secured the military barrier"
    before = nlp(make_pair(nlp, *pair))._.paraphrase
    assert before.edit_string == "   P"
    nlp.to_disk(tmp_path / "saved")
    (tmp_path / "table").unlink()
    again = spacy.load(tmp_path / "saved")
    assert again(make_pair(again, *pair))._.paraphrase.scores == before.scores
