"""The component: settings, its network, sides it cannot read, languages it does not know."""

import pytest
import spacy

import spacy_paraphrase
from spacy_paraphrase import make_pair, sides


def test_sides_without_a_parse(blank):
    blank.add_pipe("sentence_pair")
    blank.add_pipe("tree_aligner", config={"method": "identity"})
    blank.add_pipe("sentence_fuser")
    doc = blank(make_pair(blank, "A cat sleeps.", "A cat sleeps."))
    assert {fusion.reason for fusion in doc._.fusions} == {"no_parse"}


@pytest.mark.parametrize(
    "config",
    [
        {"kinds": []},
        {"kinds": ["difference"]},
        {"candidates": 0},
        {"least_said": 1.5},
        {"least_parsed": "0.7"},
        {"least_score": -0.1},
        {"least_score": True},
        {"fallback": "shorter"},
        {"pretrained": "de"},
        {"weights": {"beauty": 1.0}},
        {"weights": {"language": -1}},
    ],
)
def test_settings_that_make_no_sense(config, blank):
    with pytest.raises(ValueError, match="P008"):
        blank.add_pipe("sentence_fuser", config=config)


PAIR = "The old dog barked at the postman.", "The dog of the baker barked on Monday."
APART = "The house in the village burned.", "The house in Norway burned."


@pytest.fixture
def unions(fast):
    """Return a function that makes the union of a pair by some settings."""

    def run(pair, **settings):
        fuser = fast.create_pipe("sentence_fuser", config={"kinds": ["union"], **settings})
        (fusion,) = fuser(fast(make_pair(fast, *pair)))._.fusions
        return fusion

    return run


def test_a_union_that_leaves_much_out_is_one_side_or_none(unions):
    alone = unions(APART, fallback="longer", least_score=0.99)
    assert (alone.text, alone.path) == (APART[1], "longer")
    assert [origin.text for origin in alone.left_out] == ["village"]
    refused = unions(APART, least_score=0.99)
    assert (refused.text, refused.path, refused.reason) == ("", "", "unsure")
    assert refused.left_out == ()
    # What is no fallback stays.
    assert unions(PAIR, fallback="longer") == unions(PAIR)


def test_a_side_alone_must_say_enough_too(unions):
    assert unions(APART, least_said=0.9).reason == "too_little"
    assert unions(APART, least_said=0.5, fallback="longer").text == APART[1]


def test_a_side_that_does_not_say_what_the_other_does_is_no_union(unions):
    plain = "Managers can approve expenses."
    for pair in (("Only managers can approve expenses.", plain), (plain, f"Only {plain.lower()}")):
        assert unions(pair).text.startswith("Only")
    apart = "The flight from Paris to Rome left.", "The flight from Rome to Paris left."
    assert unions(apart).reason == unions(apart[::-1]).reason == "unsure"


def test_a_score_may_be_asked_for(unions):
    usual = unions(PAIR)
    assert unions(PAIR, least_score=usual.score - 0.01) == usual
    assert unions(PAIR, least_score=1.0).reason == "unsure"
    # By a score of one's own another candidate may have it.
    weights = {"fidelity": 1.0, "parse_back": 1.0, "language": 0.2, "brevity": 0.0}
    usual = unions(PAIR, weights=weights)
    other = unions(PAIR, weights=weights, least_score=usual.score + 0.01)
    assert other.score > usual.score
    assert other.text != usual.text


def test_a_score_may_be_a_mean_of_figures(unions):
    usual = unions(PAIR)
    mean = unions(PAIR, weights={"fidelity": 1.0, "parse_back": 1.0})
    assert mean.text == usual.text
    assert mean.score != usual.score
    assert 0 < mean.score <= 1


def test_a_union_that_says_all_has_a_higher_score_than_one_side(unions):
    coffee = (
        "Coffee is grown in more than seventy countries.",
        "Coffee is grown in Asia and Africa.",
    )
    alone = unions(coffee, fallback="longer", least_score=0.99)
    assert unions(PAIR).score > alone.score > 0


def test_any_number_of_candidates_may_be_parsed(unions):
    assert unions(PAIR, candidates=10**12) == unions(PAIR)
    assert unions(PAIR, least_score=1.0, candidates=10**12).reason == "unsure"


def test_a_network_comes_back(tmp_path):
    """One that has learnt nothing makes no edit, until it gets the weights of the package."""
    nlp = spacy_paraphrase.load(tier="fast", sentence_fuser={"kinds": ["union"]})
    trained = nlp.get_pipe("sentence_fuser")
    bare = spacy.blank("en").add_pipe("sentence_fuser", config={"pretrained": None})
    assert bare.model.attrs["symbols"] == []
    assert trained.model.attrs["symbols"]
    bare.from_bytes(trained.to_bytes())
    assert bare.to_bytes() == trained.to_bytes()
    trained.to_disk(tmp_path / "fuser")
    again = spacy.blank("en").add_pipe("sentence_fuser", config={"pretrained": None})
    again.from_disk(tmp_path / "fuser")
    assert again.judge.network is again.model
    doc = nlp(make_pair(nlp, *PAIR))
    expected = doc._.fusions
    assert expected[0].path == "merged"
    trained.from_disk(tmp_path / "fuser")
    assert trained(doc)._.fusions == expected


def test_a_pipeline_in_another_language():
    nlp = spacy.blank("de")
    for name in ("sentence_pair", "tree_aligner", "sentence_fuser"):
        nlp.add_pipe(name)
    with pytest.warns(spacy_paraphrase.ParaphraseWarning):
        doc = nlp(make_pair(nlp, "Eine Katze schläft.", "Die Katze schläft."))
    assert [fusion.reason for fusion in doc._.fusions] == ["no_language", "no_language"]
    assert len(sides(doc)) == 2
