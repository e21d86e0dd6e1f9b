import json
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import pytest

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.cli import pairs, workers
from spacy_paraphrase.cli.pairs import Runner
from spacy_paraphrase.cli.records import to_record
from spacy_paraphrase.cli.streams import Failure

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
    runner = Runner(nlp, finish, **settings)
    results = list(workers.run(runner, as_lines(*texts), n_process))
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
@pytest.mark.parametrize("component", ["fails_on_boom", "stream_fails"])
@pytest.mark.parametrize("batch_size", [1, 2, None])
def test_failures_in_worker_processes(pipeline, component, batch_size):
    settings = {"n_process": 2, "batch_size": batch_size}
    assert outcome(pipeline(component), *MIXED, **settings) == EXPECTED


def test_the_reason_names_the_component(pipeline):
    [result] = Runner(pipeline("fails_on_boom"), to_record).run(as_lines("boom"))
    assert (result.id, result.code) == (1, "P506")
    assert "'fails_on_boom'" in result.reason
    assert "RuntimeError: no luck" in result.reason


def test_what_is_made_of_a_doc_may_fail_too(pipeline):
    def finish(doc, id):
        if id == 2:
            raise ZeroDivisionError("two")
        return to_record(doc, id)

    assert outcome(pipeline(), "a", "b", "c", finish=finish) == [1, "P506", 1]


def test_blocks_change_nothing(pipeline, monkeypatch):
    monkeypatch.setattr(pairs, "BLOCK", 3)
    assert outcome(pipeline("fails_on_boom"), *MIXED, batch_size=2) == EXPECTED


def test_no_lines_and_only_bad_lines(pipeline):
    assert outcome(pipeline()) == []
    assert outcome(pipeline(), b"", b"[]", b"{}") == ["P501", "P502", "P502"]


@pytest.mark.parametrize("n_process", [1, 2])
def test_an_input_that_cannot_be_read_on_is_no_failure_of_a_pair(pipeline, n_process):
    def broken():
        yield from as_lines("a", "b")
        raise OSError("disk")

    runner = Runner(pipeline(), to_record, batch_size=1)
    results = []
    with pytest.raises(OSError, match="disk"):
        results.extend(workers.run(runner, broken(), n_process))
    if n_process == 1:
        assert [result["id"] for result in results] == [1, 2]


@pytest.mark.parametrize("n_process", [1, 2])
def test_lines_are_read_few_batches_ahead(pipeline, n_process):
    read = []

    def lines():
        for number, line in as_lines(*["a"] * 100):
            read.append(number)
            yield number, line

    results = workers.run(Runner(pipeline(), to_record, batch_size=5), lines(), n_process)
    assert next(results)["id"] == 1
    assert len(read) <= 25
    assert [result["id"] for result in results] == list(range(2, 101))


@needs_fork
def test_a_worker_that_dies(pipeline):
    runner = Runner(pipeline("worker_dies"), to_record, batch_size=1)
    with pytest.raises(ParaphraseError, match="P511"):
        list(workers.run(runner, as_lines("a", "b", "die", "c", "d"), 2))


def test_pipelines_travel_to_new_processes(pipeline, monkeypatch):
    context = multiprocessing.get_context("spawn")
    monkeypatch.setattr(
        workers, "ProcessPoolExecutor", partial(ProcessPoolExecutor, mp_context=context)
    )
    assert outcome(pipeline(), "a b", b"bad", "a", n_process=2) == [2, "P501", 1]


def test_words_seen_are_forgotten(pipeline, monkeypatch):
    monkeypatch.setattr(pairs, "BLOCK", 10)
    nlp = pipeline()
    runner = Runner(nlp, to_record)
    list(runner.run(as_lines("a b", "a b")))
    known = len(nlp.vocab.strings)
    words = [f"word{i}" for i in range(500)]
    assert outcome(nlp, *words) == [1] * 500
    assert len(nlp.vocab.strings) == known
