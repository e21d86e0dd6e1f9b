"""Work spread over processes, and Docs on their way between them."""

import gc
import pickle
import subprocess
import sys

import numpy as np
import pytest
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.jobs.processes import spread
from spacy_paraphrase.pairs.packing import packed, unpacked


def collector(items):
    return [(gc.get_threshold(), gc.get_freeze_count() > 0) for _ in items]


def test_workers_leave_what_is_loaded_out_of_garbage_collection():
    here = gc.get_threshold()
    ((threshold, frozen),) = spread(collector, [1], 2, 1)
    assert frozen
    assert threshold[0] > 10_000
    assert gc.get_threshold() == here


def sizes(items):
    return [(item, len(items)) for item in items]


@pytest.mark.parametrize("number", [0, 1, 5, 6, 7, 11, 12, 13, 18])
def test_the_last_chunks_are_equal(number):
    found = list(spread(sizes, range(number), 2, 3))
    assert [item for item, _ in found] == list(range(number))
    rest = number % 6
    whole = number - rest
    assert {size for _, size in found[:whole]} <= {3}
    # What is left is shared by the two processes.
    assert [size for _, size in found[whole:]] in (
        [-(-rest // 2)] * -(-rest // 2) + [rest // 2] * (rest // 2),
    )


INTERRUPTED = """
import signal
from multiprocessing.process import BaseProcess
from spacy_paraphrase.jobs.processes import spread

signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell may have turned off
start = BaseProcess.start

def start_and_interrupt(process):
    start(process)
    signal.raise_signal(signal.SIGINT)

BaseProcess.start = start_and_interrupt
try:
    list(spread(list, range(9), 2, 2))
except KeyboardInterrupt:
    print("interrupted")
"""


def test_an_interruption_while_workers_start_ends_the_run():
    command = [sys.executable, "-c", INTERRUPTED]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n", done.stderr


def test_a_packed_doc_is_the_doc(nlp):
    [doc] = pipe_pairs(nlp, [("The old man slept.", "A man has slept in Utrecht.")])
    doc.user_data["note"] = {"by": 1}
    doc.cats["kept"] = 0.5
    doc.spans["own"] = [Span(doc, 1, 3, "NP", kb_id="Q5", span_id="x")]
    doc.spans["own"].attrs["why"] = [1, 2]
    doc.set_ents([Span(doc, 0, 2, "THING")], default="unmodified")
    found = unpacked(nlp.vocab, pickle.loads(pickle.dumps(packed(doc))))
    assert found.to_bytes() == doc.to_bytes()
    assert list(found.spans) == list(doc.spans)
    assert found.spans["own"].attrs == {"why": [1, 2]}
    [span] = found.spans["own"]
    assert (span.text, span.label_, span.kb_id_, span.id_) == ("old man", "NP", "Q5", "x")
    assert found.user_data["note"] == {"by": 1}


def test_another_vocabulary_learns_the_strings_of_a_packed_doc(nlp):
    doc = nlp.make_doc("Unheardof Wordlets")
    doc.spans["s"] = [Span(doc, 0, 1, "Strangelabel", kb_id="Strangeid")]
    found = unpacked(Vocab(), packed(doc))
    assert found.text == doc.text
    assert [(s.label_, s.kb_id_) for s in found.spans["s"]] == [("Strangelabel", "Strangeid")]


def test_an_empty_doc_can_be_packed(nlp):
    found = unpacked(nlp.vocab, packed(Doc(nlp.vocab)))
    assert len(found) == 0
    assert np.array_equal(found.tensor, Doc(nlp.vocab).tensor)
