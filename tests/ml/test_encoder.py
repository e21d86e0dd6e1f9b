import pickle
import sys
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ml import tiny_encoder
from ml.tiny_encoder import VOCABULARY, Session, heads, write_encoder

import spacy_paraphrase
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.ml.encoder import SHIPPED, WORD_PIECES, PairEncoder, combine, windows

PAIRS = [
    ("The cat sleeps .", "A dog is sleeping on the mat ."),
    ("A dog is not new", "The dog is old"),
    ("cat", "cat"),
    ("The Cat", "the cat"),
    ("unheard of", "elsewhere unheard of"),
    ("the old man", "the old woman"),
]
ODD = [([], []), ([], ["cat"]), ([" "], ["\t", "cat"]), (["cat"], ["dog"]), (["Ä"], ["ä"])]
SIDES = [(a.split(), b.split()) for a, b in PAIRS] + ODD


@pytest.fixture
def encoder(encoder_folder):
    return PairEncoder(encoder_folder)


def same(one, other):
    """Whether two readings agree to the last bit."""
    arrays = ("alignment", "source", "target", "source_support", "target_support")
    return all(np.array_equal(getattr(one, k), getattr(other, k)) for k in arrays) and all(
        getattr(one, k) == getattr(other, k) for k in ("entails", "entailed", "similarity", "order")
    )


@pytest.mark.parametrize(("source", "target"), SIDES)
def test_turning_the_pair_turns_the_reading(encoder, source, target):
    reading = encoder.read(source, target)
    assert reading.alignment.shape == (len(source), len(target))
    assert same(encoder.read(target, source), reading.invert())
    assert same(reading.invert().invert(), reading)
    cells = [([i], [j]) for i in range(len(source)) for j in range(len(target))]
    turned = encoder.judge_units(reading.invert(), [(b, a) for a, b in cells])
    assert [judged.invert() for judged in turned] == encoder.judge_units(reading, cells)


def test_sides_that_read_the_same_say_the_same_of_each_other(encoder):
    reading = encoder.read(["The", "Cat"], ["the", "cat"])
    assert reading.order == 0
    assert reading.entails == reading.entailed
    assert np.array_equal(reading.alignment, reading.alignment.T)
    assert np.array_equal(reading.source, reading.target)
    assert np.array_equal(reading.source_support, reading.target_support)


def test_the_directions_differ(encoder):
    reading = encoder.read(*SIDES[0])
    assert reading.entails.entailment != reading.entailed.entailment
    assert reading.entails.contradiction == reading.entailed.contradiction
    (judged,) = encoder.judge_units(reading, [([1], [1, 2])])
    assert judged.specifies != judged.generalizes
    told = judged.restates, judged.specifies, judged.generalizes, judged.intersects, judged.opposes
    assert sum(told) == pytest.approx(1, abs=3e-4)


@pytest.mark.parametrize(("source", "target"), SIDES)
def test_probabilities_add_up(encoder, source, target):
    reading = encoder.read(source, target)
    for scores in (reading.entails, reading.entailed):
        assert sum(scores) == pytest.approx(1)
        assert min(scores) >= 0
    numbers = [*reading.entails, *reading.entailed, reading.similarity]
    assert numbers == [round(number, 4) for number in numbers]
    supports = reading.source_support, reading.target_support
    assert all(0 <= chance <= 1 for chance in np.concatenate(supports))
    arrays = (reading.alignment, reading.source, reading.target, *supports)
    assert all(np.array_equal(array, array.astype(np.float16)) for array in arrays)


def test_nothing_hangs_on_what_was_read_before(encoder, encoder_folder):
    readings = [encoder.read(*pair) for pair in SIDES]
    again = [PairEncoder(encoder_folder).read(*pair) for pair in SIDES[::-1]]
    assert all(map(same, readings, again[::-1]))


def softmax(row):
    return np.exp(row) / np.exp(row).sum()


def by_hand(a, b):
    """Read two lists of words of one piece each, by the definition; not rounded."""
    h = {name: array.astype(np.float64) for name, array in heads().items()}
    ids = [VOCABULARY.index(word) for word in ["[CLS]", *a, "[SEP]", *b, "[SEP]"]]
    sides = [0] * (len(a) + 2) + [1] * (len(b) + 1)
    feeds = {"ids": np.array([ids]), "sides": np.array([sides])}
    session = Session(b"model", type("Options", (), {"intra_op_num_threads": 1}), ONE)
    states = session.run(["states"], feeds)[0][0].astype(np.float64)
    rows, columns = states[1 : 1 + len(a)], states[2 + len(a) : -1]
    pooled = np.concatenate([states[0], rows.mean(axis=0), columns.mean(axis=0)])
    hidden = np.tanh(pooled @ h["judge.hidden.weight"] + h["judge.hidden.bias"])
    out = hidden @ h["judge.out.weight"] + h["judge.out.bias"]
    forth, back = (softmax(out[k : k + 3] / h["judge.temperature"]) for k in (0, 3))
    against = (forth[2] + back[2]) / 2
    entailment = [p[0] * (1 - against) / (p[0] + p[1]) for p in (forth, back)]
    one, other = (x @ h["align.weight"] + h["align.bias"] for x in (rows, columns))
    scores = h["align.scale"] * one @ other.T / np.sqrt(5)
    alignment = np.zeros_like(scores)
    for i, j in np.ndindex(*scores.shape):
        row = softmax([*scores[i], h["align.null"]])[j]
        alignment[i, j] = np.sqrt(row * softmax([*scores[:, j], h["align.null"]])[i])
    units = [x @ h["unit.project.weight"] + h["unit.project.bias"] for x in (rows, columns)]
    supports = []
    for x in (rows, columns):
        inner = np.tanh(x @ h["support.hidden.weight"] + h["support.hidden.bias"])
        logits = (inner @ h["support.out.weight"] + h["support.out.bias"])[:, 0]
        supports.append(1 / (1 + np.exp(-logits)))
    judged = [*entailment, against, 1 / (1 + np.exp(-out[6]))]
    return judged, alignment, *units, *supports


ONE = ["CPUExecutionProvider"]


def test_one_run_is_read_by_the_definition(encoder):
    a, b = ["the", "cat", "is", "old"], ["a", "new", "man", "is", "."]
    reading = encoder.read(a, b)
    judged, alignment, u, v, *supports = by_hand(a, b)
    found = [reading.entails[0], reading.entailed[0], reading.entails[2], reading.similarity]
    assert found == pytest.approx(judged, abs=1e-4)
    assert np.allclose(reading.alignment, alignment, atol=1e-3)
    assert np.allclose(reading.source, u, atol=3e-3)
    assert np.allclose(reading.target, v, atol=3e-3)
    assert np.allclose(reading.source_support, supports[0], atol=1e-3)
    assert np.allclose(reading.target_support, supports[1], atol=1e-3)
    assert np.ptp(reading.source_support) > 0.01


def test_units_are_judged_by_the_definition(encoder):
    a, b = ["the", "cat", "is", "old"], ["a", "new", "man", "is", "."]
    reading = encoder.read(a, b)
    h = {name: array.astype(np.float64) for name, array in heads().items()}
    units = [([0, 1], [2]), ([2, 3], [0, 1, 2])]
    for (one, other), judged in zip(units, encoder.judge_units(reading, units), strict=True):
        u, v = reading.source[one].mean(axis=0), reading.target[other].mean(axis=0)
        seen = np.concatenate([u, v, abs(u - v), u * v])
        hidden = np.tanh(seen @ h["unit.hidden.weight"] + h["unit.hidden.bias"])
        out = hidden @ h["unit.out.weight"] + h["unit.out.bias"]
        expected = [*softmax(out[:5]), 1 / (1 + np.exp(-out[5]))]
        assert list(judged) == pytest.approx(expected, abs=2e-4)
    assert encoder.judge_units(reading, []) == []


@given(st.lists(st.integers(1, 16), max_size=200), st.integers(32, 60))
def test_windows_cover_a_side_and_overlap_by_half(lengths, longest):
    found = windows(lengths, longest)
    assert found[0].start == 0
    assert found[-1].stop == len(lengths)
    for window in found:
        assert sum(lengths[window]) <= longest
    for one, other in pairwise(found):
        assert one.start < other.start <= one.stop < other.stop
        assert sum(lengths[one.start : one.stop + 1]) > longest  # no shorter than it need be
        shared, half = sum(lengths[other.start : one.stop]), sum(lengths[one]) / 2
        assert half - 16 <= shared <= half


def test_one_window_if_it_fits():
    assert windows([100, 26], 126) == [slice(0, 2)]
    assert windows([], 126) == [slice(0, 0)]


def test_long_sides_are_combined_from_windows(encoder):
    numbers = np.random.default_rng(1)
    words = [word for word in VOCABULARY[7:] if word.isalpha() and len(word) > 1]
    a, b = (list(numbers.choice(words, size)) for size in (200, 140))
    reading = encoder.read(a, b)
    assert reading.order == -1  # the shorter side is read first
    # Every word is one piece.
    rows = [slice(0, 126), slice(63, 140)]
    columns = [slice(0, 126), slice(63, 189), slice(126, 200)]
    judged = np.zeros((2, 3, 4))
    alignment = np.zeros((140, 200))
    sums, counts = np.zeros((140, 4)), np.zeros((140, 1))
    short, long = np.zeros((2, 140)), np.zeros((3, 200))
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            judged[i, j], block, units, _, *supports = by_hand(b[row], a[column])
            alignment[row, column] = np.maximum(alignment[row, column], block)
            sums[row] += units
            counts[row] += 1
            # What supports a word best on the other side counts.
            short[i, row] = np.maximum(short[i, row], supports[0])
            long[j, column] = np.maximum(long[j, column], supports[1])
    assert np.allclose(reading.alignment, alignment.T, atol=1e-3)
    assert np.allclose(reading.target, sums / counts, atol=3e-3)
    for found, each in ((reading.target_support, short), (reading.source_support, long)):
        assert np.allclose(found, each.sum(axis=0) / (each > 0).sum(axis=0), atol=1e-3)
    entailed = min(max(judged[i, j, 0] for i in range(2)) for j in range(3))
    entails = min(max(judged[i, j, 1] for j in range(3)) for i in range(2))
    assert reading.entails.contradiction == pytest.approx(judged[..., 2].max(), abs=1e-4)
    rest = 1 - reading.entails.contradiction
    assert reading.entailed.entailment == pytest.approx(min(entailed, rest), abs=1e-4)
    assert reading.entails.entailment == pytest.approx(min(entails, rest), abs=1e-4)
    best = judged[..., 3].max(axis=0).mean(), judged[..., 3].max(axis=1).mean()
    assert reading.similarity == pytest.approx(sum(best) / 2, abs=1e-4)
    assert same(encoder.read(b, a), reading.invert())


def test_a_side_is_entailed_no_more_than_its_least_window():
    # Two windows of a with two of b: the second of b follows from none.
    judged = np.zeros((2, 2, 4))
    judged[..., 0] = [[0.9, 0.1], [0.3, 0.2]]
    judged[..., 1] = [[0.7, 0.1], [0.3, 0.6]]
    entails, entailed, similarity = combine(judged)
    assert (entails.entailment, entailed.entailment, similarity) == (0.2, 0.6, 0.0)


def test_entailment_gives_way_to_a_contradiction_elsewhere():
    judged = np.zeros((2, 1, 4))
    judged[:, 0, :3] = [[0.9, 0.9, 0.05], [0.1, 0.1, 0.8]]
    entails, entailed, _ = combine(judged)
    assert entails == pytest.approx((0.2, 0.0, 0.8))
    assert entailed == pytest.approx((0.1, 0.1, 0.8))


def test_a_thousand_words_a_side(encoder, monkeypatch):
    monkeypatch.setattr(Session, "longest", 0)
    reading = encoder.read(["sleeps"] * 1000, ["cat", "sleeping"] * 500)
    assert Session.longest <= 256
    assert reading.alignment.shape == (1000, 1000)
    assert reading.source.any(axis=1).all()
    assert reading.target.any(axis=1).all()


def test_pieces_of_words(encoder):
    names = dict(enumerate(VOCABULARY))

    def pieces(word):
        return [names[id] for id in encoder.pieces_of(word)]

    assert pieces("Sleeping") == ["sleep", "##ing"]
    assert pieces("càt") == ["cat"]
    assert pieces("can't") == ["can", "'", "t"]
    assert pieces("\n") == pieces("") == pieces("xyz") == ["[UNK]"]
    assert pieces("sleep" + "s" * 40) == ["sleep", *["##s"] * (WORD_PIECES - 1)]


def test_pickle(encoder, encoder_folder):
    for file in encoder_folder.iterdir():
        file.unlink()  # it takes its files along
    again = pickle.loads(pickle.dumps(encoder))
    assert same(again.read(*SIDES[0]), encoder.read(*SIDES[0]))


@pytest.mark.parametrize("package", ["onnxruntime", "tokenizers"])
def test_packages_are_missing(monkeypatch, encoder_folder, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ParaphraseError, match=r"P350.*spacy-paraphrase\[en,encoder\]"):
        PairEncoder(encoder_folder)


@pytest.mark.parametrize("file", ["model.onnx", "vocab.txt", "heads.npz"])
def test_a_file_is_missing(encoder_folder, file):
    (encoder_folder / file).unlink()
    with pytest.raises(ParaphraseError, match="P351.*Expected model.onnx, vocab.txt, heads.npz"):
        PairEncoder(encoder_folder)


@pytest.mark.parametrize("part", ["[UNK]", "[SEP]", "unit.out.bias", "align.null", "sides"])
def test_another_kind_of_model(encoder_folder, monkeypatch, part):
    write_encoder(encoder_folder, without=[part])
    if part == "sides":
        inputs = [tiny_encoder.SimpleNamespace(name="ids")]
        monkeypatch.setattr(Session, "get_inputs", lambda self: inputs)
    with pytest.raises(ParaphraseError) as error:
        PairEncoder(encoder_folder)
    assert error.value.code == "P355"
    assert error.value.values["got"] == part


@pytest.mark.parametrize("file", ["vocab.txt", "heads.npz"])
def test_a_file_cut_in_half_fails_at_the_start(encoder_folder, file):
    path = encoder_folder / file
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    for start in (PairEncoder, lambda folder: spacy_paraphrase.load(encoder=folder)):
        with pytest.raises(ParaphraseError) as error:
            start(encoder_folder)
        assert error.value.code == "P356"


def test_a_model_that_cannot_be_run_fails_at_the_start(encoder_folder, monkeypatch):
    def run(session, names, feeds):
        raise RuntimeError("no such kernel")

    monkeypatch.setattr(Session, "run", run)
    with pytest.raises(ParaphraseError, match="P356.*no such kernel"):
        PairEncoder(encoder_folder)


@pytest.mark.skipif(not SHIPPED.is_dir(), reason="the weights are not there")
def test_the_weights_of_the_package():
    encoder = PairEncoder()
    source, target = "A puppy sleeps .".split(), "An animal is asleep .".split()
    reading = encoder.read(source, target)
    assert same(encoder.read(target, source), reading.invert())
    assert reading.entails.entailment > 0.5 > reading.entailed.entailment
    assert reading.alignment.argmax(axis=1).tolist() == [0, 1, 3, 4]
    no = encoder.read("A dog sleeps .".split(), "No dog sleeps .".split())
    assert max(no.entails) == no.entails.contradiction
    assert PairEncoder().read(source, target).similarity == reading.similarity
