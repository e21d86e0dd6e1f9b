import gc
import json
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from itertools import islice, product
from types import ModuleType

import pytest
from spacy.tokens import Doc

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.cli import runner
from spacy_paraphrase.cli.runner import Runner, make_doc, to_bytes, to_record
from spacy_paraphrase.cli.streams import Failure
from spacy_paraphrase.jobs import processes
from spacy_paraphrase.jobs.lines import parse_record
from spacy_paraphrase.lexicon import relations

needs_fork = pytest.mark.skipif(
    multiprocessing.get_start_method() != "fork",
    reason="the failing components of these tests are known to forked processes only",
)


def as_lines(*texts):
    """Lines of pairs with the text on both sides; bytes stand for themselves."""
    for number, text in enumerate(texts, 1):
        if isinstance(text, str):
            text = json.dumps({"id": number, "source": text, "target": text}).encode()
        yield number, text


def outcome(nlp, *texts, finish=to_record, **settings):
    """What came of each line: the number of its word links, or the code of its failure."""
    n_process = settings.pop("n_process", 1)
    results = list(Runner(nlp, finish, **settings).run(as_lines(*texts), n_process))
    for number, result in enumerate(results, 1):
        if isinstance(result, Failure):
            assert result.line == number
        else:
            assert result["id"] == number
    return [r.code if isinstance(r, Failure) else len(r["words"]) for r in results]


MIXED = ["a b", b"bad", "boom", "a", "coded", b"", "a b c", "key", "", "a a"]
EXPECTED = [2, "P501", "P506", 1, "P001", "P501", 3, "P506", "P001", 2]


@pytest.mark.parametrize("component", ["fails_on_boom", "stream_fails", "batch_fails"])
@pytest.mark.parametrize("batch_size", [1, 3, 100])
def test_every_line_has_one_outcome_in_order(pipeline, component, batch_size):
    assert outcome(pipeline(component), *MIXED, batch_size=batch_size) == EXPECTED


@needs_fork
@pytest.mark.parametrize(
    ("component", "batch_size"), [("fails_on_boom", 1), ("stream_fails", 2), ("batch_fails", None)]
)
def test_failures_in_worker_processes(pipeline, component, batch_size):
    settings = {"n_process": 2, "batch_size": batch_size}
    assert outcome(pipeline(component), *MIXED, **settings) == EXPECTED


def test_what_is_made_of_a_doc_may_fail_too(pipeline):
    def finish(doc, id):
        if id == 2:
            raise ZeroDivisionError("two")
        return to_record(doc, id)

    assert outcome(pipeline(), "a", "b", "c", finish=finish) == [1, "P506", 1]


def test_blocks_change_nothing(pipeline, monkeypatch):
    monkeypatch.setattr(runner, "BLOCK", 3)
    assert outcome(pipeline("fails_on_boom"), *MIXED, batch_size=2) == EXPECTED


@pytest.mark.parametrize("n_process", [1, 2])
def test_an_input_that_cannot_be_read_on_is_no_failure_of_a_pair(pipeline, n_process):
    def broken():
        yield from as_lines("a", "b")
        raise OSError("disk")

    results = []
    with pytest.raises(OSError, match="disk"):
        results.extend(Runner(pipeline(), to_record, batch_size=1).run(broken(), n_process))
    if n_process == 1:
        assert [result["id"] for result in results] == [1, 2]


@pytest.mark.parametrize("n_process", [1, 2])
def test_lines_are_read_few_batches_ahead(pipeline, n_process):
    read = []

    def lines():
        for number, line in as_lines(*["a"] * 100):
            read.append(number)
            yield number, line

    results = Runner(pipeline(), to_record, batch_size=5).run(lines(), n_process)
    assert next(results)["id"] == 1
    assert len(read) <= 25
    assert [result["id"] for result in results] == list(range(2, 101))


@needs_fork
def test_a_worker_that_dies(pipeline):
    fragile = Runner(pipeline("worker_dies"), to_record, batch_size=1)
    with pytest.raises(ParaphraseError, match="P511"):
        list(fragile.run(as_lines("a", "b", "die", "c", "d"), 2))


def test_pipelines_travel_to_new_processes(pipeline, monkeypatch):
    context = multiprocessing.get_context("spawn")
    monkeypatch.setattr(
        processes, "ProcessPoolExecutor", partial(ProcessPoolExecutor, mp_context=context)
    )
    assert outcome(pipeline(), "a b", b"bad", "a", n_process=2) == [2, "P501", 1]


def test_words_seen_are_forgotten(pipeline, monkeypatch):
    monkeypatch.setattr(runner, "BLOCK", 10)
    nlp = pipeline()
    list(Runner(nlp, to_record).run(as_lines("a b", "a b")))
    known = len(nlp.vocab.strings)
    words = [f"word{i}" for i in range(60)]
    assert outcome(nlp, *words) == [1] * 60
    assert len(nlp.vocab.strings) == known


CACHE = type(lru_cache(int))


def sizes(*roots):
    """The entries of all that is reachable and has some, but for bounded caches, by id."""
    found, seen, todo = {}, set(), list(roots)
    while todo:
        each = todo.pop()
        # By the type: what stands in for others, as torch has it, warns when it is asked.
        kind = type(each)
        bounded = kind is CACHE and each.cache_parameters()["maxsize"]
        if id(each) in seen or bounded or kind is ModuleType:
            continue
        seen.add(id(each))
        if issubclass(kind, dict | list | set):
            found[id(each)] = len(each)
        todo += gc.get_referents(each)
    return found


def test_nothing_grows_with_the_words_seen(whole, monkeypatch):
    monkeypatch.setattr(relations, "REMEMBERED", 300)  # words that the lexicon remembers
    modules = [vars(m) for name, m in sys.modules.items() if name.startswith("spacy_paraphrase")]
    made_up = map("".join, product(("bor", "dal", "fin", "gop"), ("len", "mar"), "aeiou", "lmnr"))
    words = map("".join, product(("ba", "du", "ki", "zo"), made_up, ("b", "p")))

    def run(count):
        lines = as_lines(
            *(f"The {word}s sleep in a {next(words)}." for word in islice(words, count))
        )
        assert all("words" in result for result in Runner(whole, to_record).run(lines))
        return len(whole.vocab.strings), sizes(whole, *modules)

    (strings, before), (strings_after, after) = run(200), run(200)
    assert strings_after == strings
    # Those that were not there before may hold what they hold.
    assert [n - before[i] for i, n in after.items() if i in before and n > before[i]] == []


def test_docs_that_refer_to_each_other_are_let_go(pipeline, monkeypatch):
    monkeypatch.setattr(runner, "COLLECTED", 20)
    results = Runner(pipeline("in_a_circle"), to_record, batch_size=5).run(as_lines(*["a"] * 90))
    gc.collect()
    gc.disable()
    try:
        alive = [
            sum(type(each) is Doc for each in gc.get_objects())
            for k, _ in enumerate(results)
            if k % 5 == 4
        ]
    finally:
        gc.enable()
    assert max(alive) - alive[0] in range(10, 20)


def code_of(function, *args):
    with pytest.raises(ParaphraseError) as caught:
        function(*args)
    return caught.value.code


@pytest.mark.parametrize(
    ("line", "code"),
    [
        *((line, "P501") for line in (b"", b"\n", b"no json", b'{"source": "a", "target": "b"')),
        (b'{"source": "caf\xe9", "target": "b"}', "P501"),
        (b'\xff\xfe{\x00"\x00', "P501"),
        (b'{"id": NaN, "source": "a", "target": "b"}', "P501"),
        (b'{"id": 1e999, "source": "a", "target": "b"}', "P501"),
        (b'{"id": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "P501"),
        (b'{"id": ' + b"9" * 5000 + b"}", "P501"),
        *((line, "P904") for line in (b"[]", b"1", b'"text"', b"null", b"true")),
    ],
)
def test_what_is_no_object_of_json(line, code):
    assert code_of(parse_record, line) == code


def chunks(*some):
    return [{"source_chunks": each} for each in some]


BAD = {
    "P001": [{"source": side} for side in ("", " \n\t", [], [" "])],
    "P002": [{"source": side} for side in (None, 1, {}, ["a", 1], ["a", ""], [["a"]])],
    "P003": [{"source": "\ud800"}, {"source": ["a", "\udfff"]}],
    "P503": [
        *({"question": each} for each in (1, "\ud800")),
        *chunks("0-1", {}, [0, 1], [[0]], [[0, 1, 2]], [["0", "1"]], [[0, 1.0]], [[False, True]]),
    ],
    "P504": chunks([[0, 3]], [[-1, 1]], [[1, 1]], [[2, 1]], [[0, 10**20]]),
}


@pytest.mark.parametrize("code", BAD)
def test_bad_records(blank, code):
    for record in BAD[code]:
        whole = {"source": "a b", "target": "c d e", **record}
        assert code_of(make_doc, blank, whole) == code, record
    for side in ("source", "target", "neither"):
        assert code_of(make_doc, blank, {side: "a"}) == "P502"


@pytest.mark.parametrize("side", ["a" * 60, ["a"] * 30])
def test_too_long_a_pair(blank, side):
    blank.max_length = 100
    record = {"source": side, "target": side}
    assert code_of(make_doc, blank, record) == "P505"
    make_doc(blank, {"source": side, "target": "b"})


def test_chunks_and_question_are_kept(blank):
    record = {
        "source": ["New York", "is", "big"],
        "target": "It's big",
        "source_chunks": [[0, 1], [1, 3]],
        "target_chunks": [[0, 1], [1, 2]],
        "question": "How big?",
    }
    doc = make_doc(blank, record)
    assert [span.text for span in doc.spans["chunk_units"]] == ["New York", "is big", "It", "'s"]
    assert doc.user_data["question"] == "How big?"
    assert Doc(blank.vocab).from_bytes(doc.to_bytes()).user_data["question"] == "How big?"


def test_nulls_and_other_keys_are_passed_over(blank):
    record = {"source": "a", "target": "a", "source_chunks": None, "question": None, "more": []}
    assert "chunk_units" not in make_doc(blank, record).spans


def test_an_output_record(pipeline):
    nlp = pipeline()
    doc = nlp(make_doc(nlp, {"source": ["can't", "sleep"], "target": "They can't sleep"}))
    record = to_record(doc, {"any": 1})
    assert list(record) == [
        *("id", "source", "target", "words", "phrases", "chunks"),
        *("relation", "overlap", "fusions"),
    ]
    assert record["id"] == {"any": 1}
    assert record["source"] == ["can't", "sleep"]
    assert record["target"] == ["They", "ca", "n't", "sleep"]
    [link] = record["words"]
    assert list(link) == ["source", "target", "relation", "score", "similarity", "conflict"]
    assert (link["source"], link["target"]) == ([1], [3])
    assert (record["relation"], record["fusions"]) == ({}, [])
    assert isinstance(record["overlap"], float)


def test_the_relation_is_written(nlp):
    pair = {"source": "A poodle sleeps.", "target": "No dog sleeps."}
    record = to_record(nlp(make_doc(nlp, pair)), 1)
    assert record["relation"]["label"] == "intersects"
    assert record["relation"]["conflict"] is True
    assert record["relation"]["reasons"] == ["negation"]
    assert set(record["relation"]) == {
        *("label", "scores", "entails", "entailed", "conflict", "reasons", "unsupported")
    }
    assert any(link["conflict"] and link["reason"] == "negation" for link in record["phrases"])


@pytest.mark.parametrize("id", [10**30, "\ud800", [{"a": 10**20}]])
def test_an_id_that_a_docbin_cannot_hold(blank, id):
    doc = make_doc(blank, {"source": "a", "target": "b"})
    assert code_of(to_bytes, doc, id) == "P503"
