import multiprocessing
import os
import sys
import typing
from collections.abc import Iterator

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span
from spacy.training import Corpus

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError, make_pair, pipe_pairs, sides, swap
from spacy_paraphrase.lexicon.wordnet import WordNetExpert
from spacy_paraphrase.pairs.pair import mark_pair, resolve_pair

BLANK = spacy.blank("en")


def texts(doc):
    return tuple(side.text for side in sides(doc))


def starts(doc):
    return [token.i for token in doc if token.is_sent_start]


def test_strings():
    doc = make_pair(BLANK, " I don't know. ", "No\nidea.")
    assert doc.text == "I don't know.\nNo\nidea."
    assert texts(doc) == ("I don't know.", "No\nidea.")
    assert [span.label_ for span in doc.spans["pair"]] == ["SOURCE", "TARGET"]
    # Every sentence start is decided, and the tokeniser's norms are there for the tagger.
    assert all(token.is_sent_start is not None for token in doc)
    assert starts(doc) == [0, 6]
    assert doc[2].norm_ == "not"


def test_word_lists_are_kept():
    doc = make_pair(BLANK, ["don't", "split", "U.S.A", "."], ("a", "New York"))
    assert [t.text for t in sides(doc)[0]] == ["don't", "split", "U.S.A", "."]
    assert [t.text for t in sides(doc)[1]] == ["a", "New York"]


def test_docs_keep_their_annotation(nlp):
    with nlp.select_pipes(disable=["sentence_pair", "graph_matcher", "relation_classifier"]):
        source, target = nlp("He left. She stayed in New York."), nlp("Both left.")
    source.spans["chunk_units"] = [source[0:2]]
    doc = make_pair(nlp, source, target)
    assert [t.dep_ for t in sides(doc)[0]] == [t.dep_ for t in source]
    assert [t.lemma_ for t in sides(doc)[1]] == [t.lemma_ for t in target]
    assert [sent.text.strip() for sent in sides(doc)[0].sents] == [s.text for s in source.sents]
    assert [ent.text for ent in doc.ents] == [ent.text for ent in source.ents]
    assert [span.text for span in doc.spans["chunk_units"]] == ["He left"]


def test_a_parse_of_one_side_only_is_left_behind(nlp):
    with nlp.select_pipes(disable=["sentence_pair", "graph_matcher", "relation_classifier"]):
        source = nlp("He left.")
    doc = make_pair(nlp, source, "She stayed.")
    assert not doc.has_annotation("DEP")
    assert [t.lemma_ for t in sides(doc)[0]] == [t.lemma_ for t in source]


def test_doc_of_another_vocabulary():
    other = spacy.blank("en")
    doc = make_pair(BLANK, other("Zyzzyva sings"), "It sings")
    assert texts(doc) == ("Zyzzyva sings", "It sings")
    assert doc.vocab is BLANK.vocab


def test_the_pair_of_a_doc_that_was_one_is_not_inherited():
    old = make_pair(BLANK, "a", "b")
    doc = make_pair(BLANK, old, "c")
    assert texts(doc) == ("a\nb", "c")
    assert "pair" in old.spans


def test_sides_of_several_sentences():
    doc = make_pair(BLANK, 'He came. "Yes!" She left.', "lower. case: J . Smith Came . Went")
    source, target = sides(doc)
    assert [s.text.strip() for s in source.sents] == ["He came.", '"Yes!"', "She left."]
    assert [s.text.strip() for s in target.sents] == ["lower. case: J . Smith Came .", "Went"]


def test_parser_neither_splits_nor_joins(nlp):
    doc = nlp(make_pair(nlp, "Dogs bark cats meow birds sing.", "No verb here"))
    assert starts(doc) == [0, sides(doc)[1].start]
    doc = nlp(make_pair(nlp, ["Ah", ".", "Oh", "."], ["c"]))
    assert starts(doc) == [0, 2, 5]


@pytest.mark.parametrize("empty", ["", "  \n ", [], Doc(BLANK.vocab), BLANK("  ")])
def test_empty_side(empty):
    with pytest.raises(ParaphraseError, match="P001") as caught:
        make_pair(BLANK, "a", empty)
    assert caught.value.code == "P001"
    assert "target" in str(caught.value)


@pytest.mark.parametrize("wrong", [None, 3, b"bytes", ["a", 3], ["a", ""], {"a": 1}, [["a"]]])
def test_wrong_type(wrong):
    with pytest.raises(ParaphraseError, match="P002.*source"):
        make_pair(BLANK, wrong, "a")


def test_text_without_utf8_form():
    with pytest.raises(ParaphraseError, match="P003"):
        make_pair(BLANK, "a \ud800 b", "c")


@pytest.mark.parametrize("text", ["👍🏽", "!", "ثلاثة أكواب", "咖啡 好", "a\x00b\x07", "x" * 4000])
def test_odd_text(text):
    doc = make_pair(BLANK, text, text)
    assert texts(doc) == (text, text)


@given(st.text(min_size=1), st.text(min_size=1))
def test_no_word_is_lost(a, b):
    try:
        doc = make_pair(BLANK, a, b)
    except ParaphraseError as error:
        assert error.code == "P003" or not (a.strip() and b.strip())
        return
    assert texts(doc) == (a.strip(), b.strip())
    assert doc.text == f"{a.strip()}\n{b.strip()}"


def test_resolve_newline():
    doc = resolve_pair(BLANK("A cat. Sleeps. \n\tA cat naps.\n"))
    assert texts(doc) == ("A cat. Sleeps.", "A cat naps.")


def test_resolve_two_sentences():
    assert texts(resolve_pair(BLANK("A cat sleeps. It naps."))) == ("A cat sleeps.", "It naps.")
    known = BLANK("a b c d")
    for token in known:
        token.is_sent_start = token.i in (0, 1)
    assert texts(resolve_pair(known)) == ("a", "b c d")


def test_resolve_existing_group():
    doc = BLANK("one two three")
    mark_pair(doc, doc[1:3], doc[0:1])
    assert texts(resolve_pair(doc)) == ("two three", "one")
    unlabelled = BLANK("one two")
    unlabelled.spans["pair"] = [unlabelled[0:1], unlabelled[1:2]]
    assert texts(resolve_pair(unlabelled)) == ("one", "two")
    assert unlabelled.spans["pair"][1].label_ == "TARGET"


@pytest.mark.parametrize("text", ["", " ", "One sentence.", "A. B. C.", "a\nb\nc", "a\n\nb"])
def test_no_pair(text):
    with pytest.raises(ParaphraseError, match="P004"):
        resolve_pair(BLANK(text))


def test_damaged_pair():
    doc = BLANK("one two three")
    doc.spans["pair"] = [doc[0:1]]
    with pytest.raises(ParaphraseError, match="P005"):
        sides(doc)
    doc.spans["pair"] = [Span(doc, 0, 2, label="SOURCE"), Span(doc, 1, 3, label="TARGET")]
    with pytest.raises(ParaphraseError, match="overlap"):
        sides(doc)
    doc.spans["pair"] = [Span(doc, 0, 2, label="X"), Span(doc, 2, 3, label="TARGET")]
    with pytest.raises(ParaphraseError, match="labelled"):
        sides(doc)


def test_retokenised_pair_is_stale():
    doc = make_pair(BLANK, "New York", "a city")
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:2])
    with pytest.raises(ParaphraseError, match="P005"):
        sides(doc)


def test_pipe_pairs():
    pairs = [("a", "b"), (["c"], "d e")]
    assert [texts(doc) for doc in pipe_pairs(BLANK, pairs)] == [("a", "b"), ("c", "d e")]
    contexts = [{"n": 1}, None]
    found = pipe_pairs(BLANK, zip(pairs, contexts, strict=True), as_tuples=True, batch_size=1)
    assert [(texts(doc), context) for doc, context in found] == [
        (("a", "b"), {"n": 1}),
        (("c", "d e"), None),
    ]


def test_swap_twice_is_the_same():
    doc = make_pair(BLANK, "one", "two")
    assert texts(swap(doc)) == ("two", "one")
    assert texts(swap(swap(doc))) == texts(doc)
    assert texts(doc) == ("one", "two")


@pytest.mark.parametrize("pairs", [["ab", "cd"], [("a", "b", "c")], [("a",)], [3], [None], [b"ab"]])
def test_what_is_no_pair_of_sides(pairs):
    with pytest.raises(ParaphraseError, match="P030.*Item 1 "):
        list(pipe_pairs(BLANK, pairs))


def test_a_string_is_no_list_of_pairs():
    with pytest.raises(ParaphraseError, match="P029.*pairs of pipe_pairs"):
        list(pipe_pairs(BLANK, "ab"))


def test_a_context_that_is_missing():
    with pytest.raises(ParaphraseError, match="P030.*Item 2 .*context"):
        list(pipe_pairs(BLANK, [(("a", "b"), 1), ("cd", 2, 3)], as_tuples=True))


def test_docs_of_pairs_are_pairs():
    docs = [make_pair(BLANK, "a", "b"), make_pair(BLANK, "c", "d")]
    assert [texts(doc) for doc in pipe_pairs(BLANK, docs)] == [("a", "b"), ("c", "d")]
    [(doc, context)] = pipe_pairs(BLANK, [(docs[0], 1)], as_tuples=True)
    assert (doc, context) == (docs[0], 1)


def dies(doc):
    if "die" in doc.text and multiprocessing.parent_process() is not None:
        os._exit(9)
    return doc


def loses(doc):
    if "lose" in doc.text:
        raise RuntimeError("lost")
    return doc


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="a component of this test")
def test_a_process_that_is_killed_ends_the_stream():
    if not Language.has_factory("dies"):
        Language.component("dies", func=dies)
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    nlp.add_pipe("dies")
    pairs = [("a b", "c")] * 5 + [("die", "d")] + [("e", "f")] * 5
    with pytest.raises(ParaphraseError, match="P511"):
        list(pipe_pairs(nlp, pairs, n_process=2, batch_size=1))


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="a component of this test")
@pytest.mark.parametrize("n_process", [1, 2])
def test_contexts_stay_with_their_pairs(n_process):
    if not Language.has_factory("loses"):
        Language.component("loses", func=loses)
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    nlp.add_pipe("loses")
    nlp.set_error_handler(lambda name, component, docs, error: None)
    texts = ["a", "b", "lose", "c", "d", "lose", "e"]
    pairs = [((text, nlp.make_doc(text)), number) for number, text in enumerate(texts)]
    found = list(pipe_pairs(nlp, pairs, as_tuples=True, n_process=n_process, batch_size=2))
    assert [(sides(doc)[0].text, number) for doc, number in found] == [
        (text, number) for number, text in enumerate(texts) if text != "lose"
    ]


def test_data_are_read_before_other_processes_start(monkeypatch):
    asked = []
    monkeypatch.setattr(WordNetExpert, "index", lambda expert: asked.append(os.getpid()))
    nlp = spacy.blank("en")
    nlp.add_pipe("relation_classifier")
    with pytest.raises(ParaphraseError) as error:  # no words are aligned, which a worker finds
        list(pipe_pairs(nlp, [("One cat", "A cat")], n_process=2))
    assert error.value.code == "P017"
    assert asked == [os.getpid()]


# -- Line breaks inside a side ---------------------------------------------------------------------


def said(side):
    return [sentence.text.strip() for sentence in side.sents]


@pytest.mark.parametrize(
    ("source", "sentences"),
    [
        ("The shop is closed\nOn Monday we open again", 2),
        ("Fire in Rome\r\n\r\na house burned down", 2),
        ("To do:\n- buy milk\n- call Ann", 3),
        ("First\n1. Read it.\n2. Sign it.", 3),
        ("Milk is cheap\u2028Bread is dear", 2),
        ("A line that is so long that it was broken\nHere goes on", 1),
        ("A short line\nthat goes on", 1),
        (["A", "list", "of", "words", "\n", "Another", "line"], 2),
    ],
)
def test_a_line_break_stays_and_ends_a_sentence(nlp, source, sentences):
    target = "No.\nNever again"
    docs = [
        make_pair(BLANK, source, target),
        nlp(make_pair(nlp, source, target)),
        *pipe_pairs(nlp, [(source, target)]),
        *pipe_pairs(nlp, [(BLANK(source) if isinstance(source, str) else source, target)]),
    ]
    for doc in docs:
        assert len(said(sides(doc)[0])) == sentences
        assert said(sides(doc)[1]) == ["No.", "Never again"]
        if isinstance(source, str):
            assert sides(doc)[0].text == source


@pytest.mark.parametrize("factory", ["sentencizer", "finds_stars"])
def test_a_component_that_finds_sentences_is_asked(factory):
    @Language.component("finds_stars", assigns=["token.is_sent_start"])
    def finds_stars(doc):
        for token in doc[1:]:
            token.is_sent_start = doc[token.i - 1].text in ("*", ".")
        return doc

    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    nlp.add_pipe(factory)
    nlp.add_pipe("tree_aligner", config={"method": "identity"})
    pair = "One . two\nThree", "Four"
    expected = [["One .", "two\nThree"], ["Four"]]
    for doc in (nlp(make_pair(nlp, *pair)), *pipe_pairs(nlp, [pair])):
        assert [said(side) for side in sides(doc)] == expected
    assert len(said(sides(make_pair(BLANK, *pair))[0])) == 2


def test_a_component_that_joins_lines_is_heard():
    @Language.component("joins_lines")
    def joins_lines(doc):
        for token in doc[1:]:
            token.is_sent_start = False
        return doc

    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    nlp.add_pipe("joins_lines", before="parser")
    [doc] = pipe_pairs(nlp, [("The shop is closed\nOn Monday we open again", "No.")])
    assert len(said(sides(doc)[0])) == 1


def test_what_is_made_of_lines_ends_its_sentences(whole):
    doc = spacy_paraphrase.compare("The shop is shut\nWe open soon", "We open soon.", nlp=whole)
    union = next(fusion for fusion in doc._.fusions if fusion.kind == "union")
    assert union.text == "The shop is shut. We open soon"
    assert not any("\n" in line for line in doc._.alignment.explain())


def test_a_side_that_was_merged_since(blank):
    doc = make_pair(blank, "A black cat sleeps", "One cat naps here")
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[5:9])
    for give in (lambda: swap(doc), lambda: make_pair(blank, doc, "A dog")):
        with pytest.raises(ParaphraseError, match="P005"):
            give()


def test_signs_without_end_are_refused_before_they_are_cut(blank, monkeypatch):
    def make_doc(text):
        raise AssertionError("tokenised")

    monkeypatch.setattr(blank, "make_doc", make_doc)
    with pytest.raises(ParaphraseError, match="P043"):
        make_pair(blank, "$" * 10_000, "A dog")


@pytest.mark.parametrize("way", ["given", "found"])
def test_spacy_evaluate_scores_a_parse_by_the_words_of_the_sides(way, tmp_path, nlp):
    sentences = [("Old cats sleep.", "A cat naps."), ("An old cat sleeps here.", "It does.")]
    pairs = [(nlp(source), nlp(target)) for source, target in sentences]
    docs = pipe_pairs(nlp, sentences) if way == "found" else (make_pair(nlp, *p) for p in pairs)
    DocBin(docs=docs).to_disk(tmp_path / "gold.spacy")
    scores = nlp.evaluate(list(Corpus(tmp_path / "gold.spacy")(nlp)))
    assert (scores["dep_uas"], scores["dep_las"]) == (1.0, 1.0)


def test_a_text_without_pair_is_told_what_finds_pairs(blank):
    with pytest.raises(ParaphraseError, match="P004.*a pipeline with sentence_pair"):
        blank("A cat sleeps.\nA cat naps.")._.alignment.explain()


@pytest.mark.skipif(sys.version_info < (3, 11), reason="overloads cannot be asked for")
def test_what_streams_yield_is_known_to_type_checkers():
    hints = [typing.get_type_hints(each) for each in typing.get_overloads(pipe_pairs)]
    told = {hint["as_tuples"]: hint["return"] for hint in hints}
    assert told[typing.Literal[False]] == Iterator[Doc]
    assert typing.get_args(told[typing.Literal[True]])[0].__args__[0] is Doc
