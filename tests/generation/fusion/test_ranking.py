"""How good a candidate is: fidelity, what a parser reads, the language model."""

from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.generation.checks.ranking import (
    TagTrigrams,
    _probability,
    combine,
    make_tag_trigrams,
    misread,
    parse_back,
    says_roots,
    union_fidelity,
)
from spacy_paraphrase.generation.draft import draft_of


def test_language_model(fuser, tmp_path):
    model = make_tag_trigrams()
    good = fuser.make_doc("the cat sat on the mat .")
    bad = fuser.make_doc("on cat the mat sat the .")
    for doc in (good, bad):
        for name in ("tok2vec", "tagger"):
            fuser.get_pipe(name)(doc)
    assert model.score(list(good)) > model.score(list(bad))
    small = TagTrigrams.count([["the", "NN", "VBZ"], ["the", "NN"]], {"the"})
    following = [_probability(small, ("<s>", "<s>", symbol)) for symbol in ("the", "NN")]
    assert following[0] > 0.5 > following[1] > 0
    small.to_disk(tmp_path / "model")
    again = TagTrigrams.from_disk(tmp_path / "model")
    assert (again.counts, again.words) == (small.counts, small.words)


def test_fidelity_is_the_share_of_what_either_side_says(graph):
    found = graph("The old dog slept.", "The dog slept soundly.")
    source = draft_of(found, found.source)
    assert union_fidelity(found, source) == 3 / 4  # old, dog, slept; not soundly
    assert says_roots(found, source)
    slept = found.source.words.index("slept")
    assert union_fidelity(found, source.without([slept])) == 2 / 4
    assert not says_roots(found, source.without([slept]))


def test_fidelity_counts_repetitions_and_general_words(graph):
    found = graph("The dog slept.", "The dog slept soundly.")
    source, target = (draft_of(found, side) for side in found.sides)
    twice = source.insert(4, target.words[1:2], {})
    assert union_fidelity(found, twice) == union_fidelity(found, source) - 1 / 3
    found = graph("The animal slept.", "The dog slept.")
    assert [union_fidelity(found, draft_of(found, side)) for side in found.sides] == [0.5, 1.0]


def test_what_a_parser_reads_otherwise(graph):
    found = graph("The dog slept on Monday.", "The dog slept.")
    draft = draft_of(found, found.source)
    parsed = Sentence(found.source.span.as_doc()[:])
    assert parse_back(draft, parsed) == 1.0
    on, dog = found.source.words.index("on"), found.source.words.index("dog")
    the = found.source.words.index("the")
    other = type(draft)(draft.words, draft.links | {the: on}, attached=(the, on))
    assert parse_back(other, parsed) == 4 / 5
    assert misread(other, parsed) == {the}
    loose = type(draft)(draft.words, draft.links | {on: dog}, attached=(on,))
    assert misread(loose, parsed) == frozenset()  # a circumstance may hang on either


def test_which_member_of_its_list_a_conjunct_hangs_on_makes_no_difference(graph):
    found = graph("They sell pears, apples and plums in May.", "They sell plums.")
    draft = draft_of(found, found.source)
    parsed = Sentence(found.source.span.as_doc()[:])
    words = found.source.words
    apples, plums, may = words.index("apples"), words.index("plums"), words.index("may")
    listed = type(draft)(draft.words, draft.links | {apples: plums}, attached=(apples,))
    assert misread(listed, parsed) == frozenset()
    apart = type(draft)(draft.words, draft.links | {apples: may}, attached=(apples,))
    assert misread(apart, parsed) == {apples}


def test_scores_are_weighed():
    figures = {"fidelity": 1.0, "parse_back": 0.5}
    assert combine(figures, {"fidelity": 1.0, "parse_back": 1.0}) == 0.75
    assert combine(figures, {"fidelity": 3.0, "parse_back": 1.0}) == 0.875
    assert combine(figures, {"fidelity": 0.0}) == 0.0
