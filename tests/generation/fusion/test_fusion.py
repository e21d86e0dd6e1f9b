"""What holds for every fusion, checked on the golden sample and on odd pairs."""

import json
import re
from collections import Counter
from itertools import pairwise

import pytest

from spacy_paraphrase import Fusion, make_pair, sides, swap
from spacy_paraphrase.generation.draft import unclosed
from spacy_paraphrase.generation.graph import PairGraph
from spacy_paraphrase.generation.realisation import sounds_vowel
from spacy_paraphrase.lang import language_data
from spacy_paraphrase.lexicon.inflection import inflect
from spacy_paraphrase.relations.explain import statements

ENGLISH = language_data("en")

BE = {"be", "is", "are", "was", "were", "been"}
ADDED = BE | {"and", ",", "the", "a", "an", "or", "but", "who", "which"}


def made(docs, kind=None):
    for doc in docs:
        for fusion in doc._.fusions:
            if fusion and kind in (None, fusion.kind):
                yield doc, fusion


def test_provenance_spells_the_text(docs):
    for _, fusion in made(docs):
        joined = "".join(origin.text for origin in fusion.provenance)
        assert joined == fusion.text.replace(" ", "")


def test_every_word_comes_from_somewhere(docs):
    for doc, fusion in made(docs):
        source, target = sides(doc)
        for origin in fusion.provenance:
            tokens = [source[i] for i in origin.source] + [target[i] for i in origin.target]
            same = origin.text.lower() in {token.lower_ for token in tokens}
            assert origin.added == (not same)
            if not tokens:
                assert origin.text.lower() in ADDED
            elif not same:
                forms = {inflect(t.lemma_, tag, ENGLISH).lower() for t in tokens for tag in TAGS}
                assert origin.text.lower() in forms | {"was", "were", "a", "an"}


TAGS = ("NN", "NNS", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "JJ", "RB")


def test_an_intersection_holds_little_that_one_side_does_not_say(docs):
    count = alone = 0
    for doc, fusion in made(docs, "intersection"):
        graph = PairGraph(doc)
        source, target = sides(doc)
        for origin in fusion.provenance:
            tokens = [source[i].i for i in origin.source] + [target[i].i for i in origin.target]
            if any(graph.is_content(t) for t in tokens):
                count += 1
                # A side that the other one entails may have other words for what both say.
                alone += not (origin.source and origin.target)
    assert count > 200
    assert alone < 0.05 * count, alone / count


def test_a_refused_union_names_the_best_side(docs):
    refused = [(doc, f) for doc in docs for f in doc._.fusions if f.kind == "union" and not f.text]
    assert refused
    for doc, fusion in refused:
        source, target = sides(doc)
        side = {"source": source, "target": target}[fusion.best_side]
        other = target if side is source else source
        assert all(word.text in other.text for word in fusion.lacking)
        assert fusion.invert().invert() == fusion
        assert fusion.invert().best_side != fusion.best_side


def test_no_token_is_used_twice(docs):
    for _, fusion in made(docs):
        used = Counter(("s", i) for o in fusion.provenance for i in o.source)
        used += Counter(("t", i) for o in fusion.provenance for i in o.target)
        assert max(used.values()) == 1, fusion.text


def test_sentences_look_like_sentences(docs):
    for doc, fusion in made(docs):
        text, given = fusion.text, [side.text.strip() for side in sides(doc)]
        assert not text[0].islower() or any(side[0].islower() for side in given)
        ended = text[-1] in ".!?" and (text[-2].isalnum() or text[-2] in "\"%)”'")
        assert ended or any(side[-1] not in ".!?" for side in given), text
        assert unclosed(text) == [] or any(unclosed(side) for side in given), text
        assert not any(bad in text for bad in (" ,", ",,", " .", "..", "  ", ", .", "( ")), text
        assert not re.search(r"\b(\w+) \1\b", text.lower()), text
        for article, word in pairwise(re.findall(r"[\w.]+", text)):
            if article.lower() in ("a", "an"):
                assert (article.lower() == "an") == sounds_vowel(word, ENGLISH), text
        assert 0 < fusion.score <= 1


def test_sides_exchanged(fuser, docs):
    for doc in docs:
        there, back = swap(doc)._.fusions, doc._.fusions
        assert [f.text for f in there] == [f.text for f in back]
        assert [f.invert() for f in there] == back


def test_json_round_trip(docs):
    for doc in docs:
        for fusion in doc._.fusions:
            assert Fusion.from_json(json.loads(json.dumps(fusion.to_json()))).text == fusion.text


def test_the_same_sentence_twice(fuse):
    text = "The quick brown fox jumps over the lazy dog."
    fusions = fuse(text, text)
    assert fusions["union"].text == fusions["intersection"].text == text
    assert fusions["union"].path == "contained"


def test_refusals(fuse):
    fusions = fuse("It rains in Spain.", "The printer supports duplex printing.")
    assert fusions["intersection"].reason == "no_shared_predicate"
    assert not fusions["intersection"].provenance
    assert fuse("Nobody came.", "Three people came.")["union"].reason == "conflict:negation"
    assert fuse("A cat sleeps.", "A cat sleeps.")["specify"].reason == "nothing_to_replace"


def test_several_sentences_a_side(fuse):
    fusion = fuse("A cat sleeps. It rains.", "A black cat sleeps on the sofa.")["union"]
    assert fusion.text in ("A black cat sleeps on the sofa. It rains.", "")


def test_a_stale_doc_is_refused(fuser, docs):
    doc = docs[0].copy()
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
    with pytest.raises(ValueError, match="P006"):
        _ = doc._.fusions


# -- What a union leaves out -----------------------------------------------------------------------


def used(origins):
    """Return the places that words stand for, each with its side."""
    return {("s", i) for o in origins for i in o.source} | {
        ("t", i) for o in origins for i in o.target
    }


def test_what_is_left_out_is_not_in_the_text(lenient_docs):
    count = 0
    for doc, fusion in made(lenient_docs, "union"):
        assert not used(fusion.left_out) & used(fusion.provenance), fusion
        for origin in fusion.left_out:
            tokens = [side[i] for side, at in zip(sides(doc), origin[1:3], strict=True) for i in at]
            assert [token.text for token in tokens] == [origin.text]
            assert not origin.added
            count += 1
    assert count > 30


def test_only_unions_leave_out(docs):
    assert not any(f.left_out for doc in docs for f in doc._.fusions if f.kind != "union" or not f)


def test_what_one_side_alone_says_is_said_or_left_out(docs):
    """As `explain` lists it."""
    count = 0
    for doc, fusion in made(docs, "union"):
        graph = PairGraph(doc)
        source, target = sides(doc)
        starts = {"s": source.start, "t": target.start}
        told = used(fusion.provenance) | used(fusion.left_out)
        said = {graph.lemmas[starts[side] + place] for side, place in told}
        for statement in statements(doc._.alignment):
            if statement.kind == "only":
                for token in (*statement.source, *statement.target):
                    if graph.is_content(token.i):
                        assert graph.lemmas[token.i] in said, (fusion.text, statement.text)
                        count += 1
    assert count > 200


def test_a_batch_of_one_equals_a_batch_of_many(fuser, docs):
    for doc in docs[::5]:
        texts = [side.text for side in sides(doc)]
        assert fuser(make_pair(fuser, *texts))._.fusions == doc._.fusions


def test_swapped_pairs_are_fused_alike(fuser, docs):
    component = fuser.get_pipe("sentence_fuser")
    made = 0
    for doc in docs[::4]:
        turned = component(swap(doc))
        for fusion, other in zip(doc._.fusions, turned._.fusions, strict=True):
            assert other == fusion.invert()
            made += bool(fusion)
    assert made > 40
