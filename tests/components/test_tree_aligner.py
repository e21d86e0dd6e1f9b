import warnings

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc
from spacy.util import registry

import spacy_paraphrase
from examples import coffee_pair, pairs_of, parsed
from spacy_paraphrase import ParaphraseError, ParaphraseWarning, make_pair, sides
from spacy_paraphrase.factories import EXPERT_WEIGHTS


def aligner(**config):
    nlp = spacy.blank("en")
    nlp.add_pipe("tree_aligner", config=config)
    return nlp


def run(method, doc_of=coffee_pair, **config):
    nlp = aligner(method=method, **config)
    return nlp(doc_of(nlp))._.alignment


SAME = {("coffee", "coffee"), ("on", "on"), ("and", "and"), ("Dementia", "Dementia"), (".", ".")}


def test_worked_example_by_trees():
    alignment = run("tree")
    # Identical words, a hypernym and a synonym; of phrases also the conjunctions, whose heads are
    # two names that stand above linked words.
    related = {("diminishes", "reduces"), ("risk", "chance")}
    assert pairs_of(alignment.words) == SAME | related
    assert pairs_of(alignment.phrases) == SAME | related | {("Alzheimer", "Parkinson")}
    # "coffee" stands over "Daily" on one side and under "cups" on the other: what the recursion
    # can reach is coffee over coffee, not "Daily coffee" over "Three cups of coffee a day".
    (coffee,) = [link for link in alignment.phrases if link.source.text == "coffee"]
    assert [t.text for t in coffee.target_tokens] == ["coffee"]


def test_worked_example_by_words():
    alignment = run("words")
    assert pairs_of(alignment.words) == SAME | {
        ("diminishes", "reduces"),
        ("risk", "chance"),
        ("Daily", "day"),  # derived from one another
    }
    names = {"Alzheimer", "Parkinson"}
    assert not names & {text for pair in pairs_of(alignment.words) for text in pair}
    relations = {(k.source.text, k.target.text): k.relation for k in alignment.words}
    assert {relations[pair] for pair in SAME} == {"equals"}
    phrases = pairs_of(alignment.phrases)
    # Daily coffee ~ Three cups of coffee a day, the conjunctions, and the sentences.
    assert {("coffee", "cups"), ("Alzheimer", "Parkinson"), ("diminishes", "reduces")} <= phrases
    assert ("risk", "chance") in phrases


def test_worked_example_by_identity():
    alignment = run("identity")
    assert pairs_of(alignment.words) == SAME
    assert pairs_of(alignment.phrases) == {("and", "and"), ("Dementia", "Dementia"), (".", ".")}


def test_identity_labels_lemmas_as_restates():
    def doc_of(nlp):
        source = parsed(nlp.vocab, "Cats cat NOUN 1 nsubj\nslept sleep VERB 1 ROOT")
        target = parsed(nlp.vocab, "cats cat NOUN 1 nsubj\nsleep sleep VERB 1 ROOT")
        return make_pair(nlp, source, target)

    alignment = run("identity", doc_of)
    assert [link.relation for link in alignment.words] == ["equals", "restates"]
    assert [link.relation for link in alignment.phrases] == ["equals", "restates"]


def test_worked_example_by_trees_without_wordnet():
    node_score = {"@misc": "spacy-paraphrase.NodeMatch.v1", "related": None}
    alignment = run("tree", node_score=node_score)
    assert pairs_of(alignment.words) == SAME
    assert ("risk", "chance") in pairs_of(alignment.phrases)


def test_node_score_is_swappable():
    nothing = run("tree", node_score={"@misc": "spacy-paraphrase.NodeMatch.v1", "same_word": 0})
    assert ("coffee", "coffee") not in pairs_of(nothing.words)


def test_skip_penalty_keeps_trees_level():
    assert ("coffee", "coffee") not in pairs_of(run("tree", skip_penalty=6.0).words)


def test_weight_zero_leaves_an_expert_out():
    nlp = spacy.blank("en")
    weights = dict.fromkeys(EXPERT_WEIGHTS, 0.0)
    nlp.add_pipe("tree_aligner", config={"weights": weights})
    with pytest.warns(ParaphraseWarning):
        assert nlp(make_pair(nlp, "cat", "cat"))._.alignment.words == []
    weights["identity"] = 1.0
    again = spacy.blank("en")
    again.add_pipe("tree_aligner", config={"weights": weights})
    with pytest.warns(ParaphraseWarning):
        assert pairs_of(again(make_pair(again, "cat", "cat"))._.alignment.words) == {("cat", "cat")}


def test_an_expert_of_ones_own(nlp):
    @registry.misc("test-only.Rhyme.v1")
    def make_rhyme():
        return rhyme

    config = {
        "experts": {"rhyme": {"@misc": "test-only.Rhyme.v1"}},
        "weights": {"rhyme": 0.9},
    }
    own = spacy_paraphrase.load(tree_aligner=config)
    doc = own(make_pair(own, "Frogs zleep.", "Frogs kreep."))
    assert ("zleep", "kreep") in pairs_of(doc._.alignment.words)


def rhyme(source, target):
    return np.array([[a.text[-3:] == b.text[-3:] for b in target] for a in source], dtype=float)


def test_missing_lexical_data_warn_and_the_rest_works(monkeypatch, tmp_path, nlp):
    from spacy_paraphrase.lexicon import resources

    pair = ("He buys cars.", "He purchases cars.")
    assert ("buys", "purchases") in pairs_of(nlp(make_pair(nlp, *pair))._.alignment.words)
    monkeypatch.setenv("SPACY_PARAPHRASE_DATA", str(tmp_path))
    monkeypatch.setattr(resources, "SHIPPED", tmp_path)
    for damage in (lambda: None, lambda: (tmp_path / "en.wordnet").write_bytes(b"damaged")):
        damage()
        other = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
        with pytest.warns(ParaphraseWarning, match="W300.*resources build"):
            doc = other(make_pair(other, *pair))
        assert {("He", "He"), ("cars", "cars")} <= pairs_of(doc._.alignment.words)


def test_a_saved_pipeline_has_its_lexical_data(monkeypatch, tmp_path, nlp):
    from spacy_paraphrase.lexicon import resources

    nlp.to_disk(tmp_path / "pipeline")
    monkeypatch.setenv("SPACY_PARAPHRASE_DATA", str(tmp_path))
    monkeypatch.setattr(resources, "SHIPPED", tmp_path)
    again = spacy.load(tmp_path / "pipeline")
    doc = again(make_pair(again, "He buys cars.", "He purchases cars."))
    assert ("buys", "purchases") in pairs_of(doc._.alignment.words)


@pytest.mark.parametrize(
    ("config", "setting"),
    [
        ({"method": "trees"}, "method"),
        ({"skip_penalty": -1.0}, "skip_penalty"),
        ({"weights": {"identity": 3.0}}, "weights.identity"),
        ({"weights": {"nobody": 1.0}}, "weights"),
    ],
)
def test_settings_without_sense(config, setting):
    with pytest.raises(ParaphraseError, match="P008") as caught:
        aligner(**config)
    assert f" {setting} " in str(caught.value)


@pytest.mark.parametrize("config", [{"method": 3}, {"skip_penalty": "a"}, {"weights": ["a"]}])
def test_settings_of_wrong_type(config):
    with pytest.raises(ValueError, match="P008|validation error|Config"):
        aligner(**config)


def test_tree_needs_a_parse():
    nlp = aligner(method="tree")
    with pytest.raises(ParaphraseError, match="P007.*parse.*source"):
        nlp(make_pair(nlp, "A cat sleeps.", "A cat naps."))


def test_words_without_parse_and_lemmas_warn():
    nlp = aligner(method="words")
    with pytest.warns(ParaphraseWarning, match="W001.*parse.*lemmas"):
        doc = nlp(make_pair(nlp, "A cat sleeps.", "A cat naps."))
    assert pairs_of(doc._.alignment.words) == {("A", "A"), ("cat", "cat"), (".", ".")}
    assert doc._.alignment.phrases == []


def test_relinking_replaces_old_links():
    nlp = aligner(method="identity")
    doc = nlp(coffee_pair(nlp))
    nlp.get_pipe("tree_aligner").method = "tree"
    assert ("risk", "chance") in pairs_of(nlp(doc)._.alignment.words)


def test_sides_of_several_sentences(nlp):
    doc = nlp(make_pair(nlp, "Stocks fell. Bonds rose.", "Bonds rose."))
    assert len(list(sides(doc)[0].sents)) == 2
    assert pairs_of(doc._.alignment.words) >= {("Bonds", "Bonds"), ("rose", "rose")}
    tree = spacy_paraphrase.load(tree_aligner={"method": "tree"})
    doc = tree(make_pair(tree, "Stocks fell. Bonds rose.", "Bonds rose."))
    assert pairs_of(doc._.alignment.words) == {("Bonds", "Bonds"), ("rose", "rose"), (".", ".")}


def test_links_are_one_to_one_unless_asked(nlp):
    pair = ("The UN met, the US and the UK said.", "The United Nations met, said the U.S. and UK.")
    words = nlp(make_pair(nlp, *pair))._.alignment.words
    assert {("UN", "United"), ("UN", "Nations")} <= pairs_of(words)  # one name
    words = [link for link in words if link.source.text != "UN"]
    for side in ("source", "target"):
        starts = [getattr(link, side).start for link in words]
        assert len(starts) == len(set(starts))
    many = spacy_paraphrase.load(tree_aligner={"many_to_many": True})
    words = many(make_pair(many, *pair))._.alignment.words
    assert {("UN", "United"), ("UN", "Nations"), ("US", "U.S.")} <= pairs_of(words)


def test_long_sides(nlp):
    text = "the quick brown fox jumps over a lazy dog and " * 50
    doc = nlp(make_pair(nlp, text + "stops .", text + "rests ."))
    links = doc._.alignment.words
    assert len(links) >= 500
    crossings = sum(np.diff([link.target.start for link in links]) < 0)
    assert crossings == 0


def test_case_of_words_is_ignored():
    nlp = aligner(method="identity")
    doc = nlp(make_pair(nlp, "CATS Sleep", "cats sleep"))
    assert [link.relation for link in doc._.alignment.words] == ["equals", "equals"]


def test_scores_through_evaluate(nlp):
    from spacy.training import Example

    examples = []
    for source, target in (("A cat sleeps.", "A cat naps."), ("Dogs bark.", "Dogs bark.")):
        reference = nlp(make_pair(nlp, source, target))
        examples.append(Example(make_pair(nlp, source, target), reference))
    scores = nlp.evaluate(examples)
    assert scores["words_align_f"] == 1.0


def test_no_warning_on_a_full_pipeline(nlp):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nlp(make_pair(nlp, "A cat.", "The cat."))


def test_empty_vocab_vectors_are_no_evidence():
    nlp = aligner()
    with pytest.warns(ParaphraseWarning):
        doc = nlp(make_pair(nlp, Doc(nlp.vocab, words=["unseen"]), ["other"]))
    assert doc._.alignment.words == []
