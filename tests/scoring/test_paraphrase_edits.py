import copy
import warnings

import pytest
import spacy
from spacy.tokens import Doc, DocBin, Span

from spacy_paraphrase import ParaphraseError, ParaphraseWarning, make_pair, swap
from spacy_paraphrase.pairs.pair import mark_pair
from spacy_paraphrase.scoring import words
from spacy_paraphrase.scoring.paraphrase_view import read_edits, write_edits
from spacy_paraphrase.scoring.terp import terp
from spacy_paraphrase.scoring.word_edits import LABELS, EditAlignment, Shift, WordEdit

PAIR = ("The police secured the army roadblock.", "Today police guarded a military roadblock.")


def pipeline(**config):
    nlp = spacy.blank("en")
    nlp.add_pipe("paraphrase_edits", config=config)
    return nlp


def scored(source, target, **config):
    nlp = pipeline(**config)
    return nlp(make_pair(nlp, source, target))


def test_edits_are_spans_with_one_id_for_both_sides():
    doc = scored("cats often chase mice", "mice chase cats daily")
    spans = {}
    for span in doc.spans["paraphrase_edits"]:
        spans.setdefault(span.id_, []).append((span.label_, span.text))
    assert spans["E0"] == [("MATCH", "cats"), ("MATCH", "cats")]
    kinds = [found[0][0] for found in spans.values()]
    assert kinds == [LABELS[edit.kind] for edit in doc._.paraphrase.edits.ops]
    assert all(len(found) == 1 for found in spans.values() if found[0][0] in ("INSERT", "DELETE"))


def test_scores_stand_with_the_pair():
    doc = scored("cats chase mice daily", "mice daily cats chase")
    assert doc.spans["pair"].attrs["scores"] == {"terp": pytest.approx(0.1405, abs=1e-4)}
    assert doc._.paraphrase.scores == doc.spans["pair"].attrs["scores"]


def test_what_is_read_is_what_was_found():
    doc = scored(*PAIR, synonyms=None)
    sides = [[token.text for token in side] for side in doc.spans["pair"]]
    lookup = words.WordLookup(words.porter_stem, None, words.is_stop_word)
    assert doc._.paraphrase.edits == terp(*sides, lookup=lookup)


def test_white_space_is_no_word():
    doc = scored(["a", " ", "cat"], ["\t", "cat", "a"])
    edits = doc._.paraphrase.edits
    assert edits.length == 2
    assert {i for edit in edits.ops for i in edit.source} == {0, 2}
    assert {j for edit in edits.ops for j in edit.target} == {1, 2}


def test_the_words_of_an_edit_need_not_stand_in_a_row():
    nlp = pipeline()
    doc = make_pair(nlp, "x y b", "p b q")
    edits = (WordEdit("P", (0, 1), (2, 0), 0.2, 0.5, 3.0), WordEdit("M", (2,), (1,), 0.0))
    found = EditAlignment(0.7, 3, 0.7 / 3, edits, (Shift(2, 3, -1, 0.5),), (2, 0, 1))
    write_edits(doc, found, "terpa")
    ids = [(span.id_, span.text) for span in doc.spans["paraphrase_edits"]]
    assert ids[:3] == [("E0", "x y"), ("E0", "q"), ("E0", "p")]
    assert doc._.paraphrase.edits == found


def test_s21_storage():
    doc = scored(*PAIR)
    edits = doc._.paraphrase.edits
    (binned,) = DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(spacy.blank("en").vocab)
    for other in (doc.copy(), copy.copy(doc), Doc(doc.vocab).from_bytes(doc.to_bytes()), binned):
        assert other._.paraphrase.edits == edits
        assert other._.paraphrase.scores == doc._.paraphrase.scores


def test_swapped_sides_have_no_edits():
    doc = swap(scored("a b c", "a b d"))
    assert (doc._.paraphrase.scores, doc._.paraphrase.edits) == ({}, None)


def test_edits_of_other_sides_are_refused():
    doc = scored("a b c", "a b d")
    source, target = doc.spans["pair"]
    mark_pair(doc, target, source)
    with pytest.raises(ParaphraseError, match="P006"):
        _ = doc._.paraphrase.edits


def test_edits_of_other_tokens_are_refused():
    doc = scored(*PAIR)
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
    with pytest.raises(ParaphraseError, match="P005"):
        _ = doc._.paraphrase.edits


def test_a_damaged_group_is_refused():
    doc = scored(*PAIR)
    doc.spans["paraphrase_edits"].append(Span(doc, 0, 1, label="MATCH", span_id="E99"))
    with pytest.raises(ParaphraseError, match="P006"):
        _ = doc._.paraphrase.edits


def test_s22_odd_pairs():
    for source, target in [("word", "word"), ("...", "!"), ("a " * 50, "a b " * 25)]:
        score = scored(source, target)._.paraphrase.scores["terp"]
        assert 0 <= score <= 1
    assert scored("The same.", "The same.")._.paraphrase.scores["terp"] == 0


def test_s22_long_pairs():
    nlp = pipeline()
    words = [f"w{k * k % 197}" for k in range(200)]
    blocks = [words[k : k + 8] for k in range(0, 200, 8)]
    target = [word for k in range(0, 25, 2) for block in blocks[k : k + 2][::-1] for word in block]
    assert nlp(make_pair(nlp, words, target))._.paraphrase.edits.shifts


def test_s23_without_lexical_data_there_is_one_warning(monkeypatch, tmp_path):
    words.synonyms.cache_clear()
    nlp = spacy.blank("de")
    nlp.add_pipe("paraphrase_edits")
    with pytest.warns(ParaphraseWarning) as seen:
        docs = list(nlp.pipe([make_pair(nlp, "eine Katze", "die Katze") for _ in range(2)]))
    assert [str(w.message)[:6] for w in seen].count("[W300]") == 1
    assert [doc._.paraphrase.edit_string for doc in docs] == ["S ", "S "]


def test_a_doc_without_a_pair_stays_as_it_is():
    nlp = pipeline()
    assert not nlp("No pair here.").spans
    with pytest.raises(ParaphraseError, match="P004"):
        pipeline(require_pair=True)("No pair here.")


def test_a_notebook_shows_the_edits():
    assert scored("a b", "a c")._.paraphrase._repr_svg_().startswith("<svg")
    nlp = pipeline()
    assert make_pair(nlp, "a", "b")._.paraphrase._repr_svg_() is None


def test_a_doc_that_was_not_scored():
    nlp = pipeline()
    doc = make_pair(nlp, "a", "b")
    assert doc._.paraphrase.edits is None
    assert doc._.paraphrase.to_json() == {
        "source": ["a"],
        "target": ["b"],
        "scores": {},
        "edits": None,
    }
    assert repr(doc._.paraphrase) == "Paraphrase(not scored)"


@pytest.mark.parametrize(
    ("config", "ops"),
    [
        ({}, "T Y"),
        ({"stem": None}, "S Y"),
        ({"synonyms": None}, "T S"),
        ({"preset": "unit"}, "S S"),
    ],
)
def test_what_matches_is_a_setting(config, ops):
    doc = scored("governments act almost", "government act nearly", **config)
    assert doc._.paraphrase.edit_string == ops


def test_single_costs():
    doc = scored("a b", "a", costs={"deletion": 0.5})
    assert doc._.paraphrase.edits.cost == 0.5


def test_single_costs_of_the_score():
    doc = scored("a b", "a", score_costs={"deletion": 0.25})
    assert doc._.paraphrase.edits.cost == 0.25


def test_a_symmetric_score():
    one = scored("a b c", "a b", symmetric=True)._.paraphrase
    other = scored("a b", "a b c", symmetric=True)._.paraphrase
    assert one.scores == other.scores
    assert one.scores["terp"] == pytest.approx((one.edits.score + other.edits.score) / 2)


def test_two_components_have_a_score_and_a_group_each():
    nlp = pipeline()
    nlp.add_pipe("paraphrase_edits", name="ter", config={"preset": "unit", "spans_key": "ter"})
    doc = nlp(make_pair(nlp, "a b c d", "c d a b"))
    assert doc._.paraphrase.scores == {"terp": pytest.approx(0.1405, abs=1e-4), "ter": 0.25}
    assert read_edits(doc, "ter").cost == 1


def test_two_presets():
    doc = scored("cats chase", "cats chase daily", preset="align", score_preset="fluency")
    assert doc._.paraphrase.edits.cost == pytest.approx(0.12)
    assert doc.spans["paraphrase_edits"].attrs["preset"] == "align, fluency"


def test_a_phrase_table_is_saved_with_the_pipeline(tmp_path):
    path = tmp_path / "phrases.jsonl"
    path.write_text('{"ref": "army roadblock", "hyp": "military barrier", "prob": 0.5}\n')
    nlp = pipeline(phrase_table=str(path))
    nlp.to_disk(tmp_path / "pipeline")
    path.unlink()
    loaded = spacy.load(tmp_path / "pipeline")
    doc = loaded(make_pair(loaded, "the army roadblock", "the military barrier"))
    assert doc._.paraphrase.edit_string == " P"
    assert doc._.paraphrase.edits.ops[1].probability == 0.5


@pytest.mark.parametrize(
    "config",
    [
        {"preset": "best"},
        {"score_preset": "best"},
        {"constraint": "loose"},
        {"max_block": 0},
        {"max_distance": 0},
        {"stem": "lancaster"},
        {"synonyms": "thesaurus"},
        {"costs": {"insertion": -1.0}},
        {"costs": {"swap": 1.0}},
        {"score_costs": {"shift": None}},
    ],
)
def test_settings_that_make_no_sense(config):
    with pytest.raises(ParaphraseError, match="P008"):
        pipeline(**config)


def test_no_warning_for_english():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert scored(*PAIR)._.paraphrase.edit_string
