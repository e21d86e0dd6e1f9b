"""What every component of this package must do; each factory is run through all of it."""

import pickle
import subprocess
import sys
import textwrap
import warnings
from concurrent.futures import ThreadPoolExecutor

import spacy
from spacy.tokens import Doc, DocBin

from spacy_paraphrase import ParaphraseError, make_pair, pipe_pairs, swap
from spacy_paraphrase.errors import ParaphraseWarning
from spacy_paraphrase.registry import FACTORIES

PAIRS = [
    ("A man is playing a guitar.", "A man plays the guitar."),
    ("The police arrested two suspects on Friday.", "Two suspects were arrested, police said."),
    ("Stocks fell. Bonds rose.", "Bonds rose while stocks fell."),
    ("Nobody came.", "Ünïcödé 👍🏽 and \x07 control"),
]
ODD_PAIRS = [
    ("!", "?"),
    ("...", "word"),
    ("word", "word"),
    ("Same here.", "Same here."),
    ("👍🏽 👎", "ثلاثة أكواب من القهوة"),
    ("咖啡 很 好", "a\x00b \x1b[31m"),
    (["two words", " ", "x"], ["\t", "x"]),
    ("long " * 100, "the long long road " * 25),
]


def aligning(*components):
    """Return a pipeline with components before an aligner that needs no parser."""
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    for name in components:
        nlp.add_pipe(name)
    nlp.add_pipe("tree_aligner", config={"method": "identity"})
    return nlp


def state(doc):
    """Return all that the components of this package wrote, as plain data."""
    groups = {
        key: ([(s.start, s.end, s.label_) for s in group], dict(group.attrs))
        for key, group in sorted(doc.spans.items())
    }
    return groups, doc._.alignment.to_json()


def check_stores(doc, tmp_path):
    """Links survive every way in which spaCy moves a Doc."""
    expected = state(doc)
    copies = {
        "copy": doc.copy(),
        "bytes": Doc(doc.vocab).from_bytes(doc.to_bytes()),
        "pickle": pickle.loads(pickle.dumps(doc)),
        "dict": Doc(doc.vocab).from_dict(doc.to_dict()),
    }
    doc.to_disk(tmp_path / "doc")
    copies["disk"] = Doc(doc.vocab).from_disk(tmp_path / "doc")
    (copies["DocBin"],) = DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(doc.vocab)
    for name, other in copies.items():
        assert state(other) == expected, name


def check_batches(nlp):
    """The same pair gives the same result alone, in any batch and in any order."""
    alone = [state(nlp(make_pair(nlp, *pair))) for pair in PAIRS]
    assert [state(doc) for doc in pipe_pairs(nlp, PAIRS, batch_size=3)] == alone
    backwards = [state(doc) for doc in pipe_pairs(nlp, PAIRS[::-1])]
    assert backwards[::-1] == alone


def check_twice(nlp):
    """Running the pipeline over its own output changes nothing."""
    doc = nlp(make_pair(nlp, *PAIRS[0]))
    expected = state(doc)
    assert state(nlp(doc.copy())) == expected


def check_saved(nlp, tmp_path):
    """Components of this package that were saved and loaded give the same results.

    Of what others made of a pair they get a copy: to load that, too, takes long.
    """
    others = [name for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory not in FACTORIES]
    if "sentence_rewriter" in nlp.pipe_names:
        others = []  # it has them parse what it writes
    nlp.to_disk(tmp_path / "pipeline")
    loaded = spacy.load(tmp_path / "pipeline", exclude=others)
    from_bytes = spacy.util.load_model_from_config(nlp.config, exclude=others)
    from_bytes.from_bytes(nlp.to_bytes(), exclude=others)
    for pair in PAIRS:
        with nlp.select_pipes(enable=others):
            given = nlp(make_pair(nlp, *pair)).to_bytes()
        with nlp.select_pipes(disable=others):
            expected = state(nlp(Doc(nlp.vocab).from_bytes(given)))
        for other in (loaded, from_bytes):
            assert state(other(Doc(other.vocab).from_bytes(given))) == expected


def check_text(nlp):
    """A pair is recovered from its text, as `spacy evaluate` has it."""
    doc = nlp(make_pair(nlp, *PAIRS[1]))
    again = nlp(doc.text)
    assert state(again) == state(doc)


def check_odd_input(nlp):
    """Odd but legal sides are processed, their words kept."""
    for source, target in ODD_PAIRS:
        doc = nlp(make_pair(nlp, source, target))
        assert doc._.alignment.to_json()
        assert swap(swap(doc))._.alignment == doc._.alignment


def check_processes(nlp, tmp_path, method):
    """Two worker processes, forked or spawned, bring every link back."""
    nlp.to_disk(tmp_path / "pipeline")
    script = f"""
        import json, multiprocessing, sys
        import spacy
        from spacy_paraphrase import pipe_pairs
        import checks

        if __name__ == "__main__":
            multiprocessing.set_start_method("{method}")
            nlp = spacy.load(sys.argv[1])
            found = list(pipe_pairs(nlp, checks.PAIRS * 2, n_process=2, batch_size=2))
            print(json.dumps([doc._.alignment.to_json() for doc in found]))
    """
    path = tmp_path / f"{method}.py"
    path.write_text(textwrap.dedent(script), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, path, tmp_path / "pipeline"],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(__file__).removesuffix("checks.py"), "PYTHONUTF8": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    import json

    expected = [doc._.alignment.to_json() for doc in pipe_pairs(nlp, PAIRS * 2)]
    assert json.loads(done.stdout) == json.loads(json.dumps(expected))


def check_threads(nlp):
    """Eight threads on one pipeline give what one gives."""
    expected = [state(nlp(make_pair(nlp, *pair))) for pair in PAIRS]

    def work(start):
        order = PAIRS[start:] + PAIRS[:start]
        found = [state(nlp(make_pair(nlp, *pair))) for pair in order]
        return found[len(PAIRS) - start :] + found[: len(PAIRS) - start]

    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(work, [k % len(PAIRS) for k in range(8)]):
            assert found == expected


def check_memory_zones(nlp):
    """Zones, one after the other, change no result, and leave no word behind."""
    expected = [state(nlp(make_pair(nlp, *pair))) for pair in PAIRS]
    known = len(nlp.vocab.strings)
    for k in range(3):
        with nlp.memory_zone():
            docs = pipe_pairs(nlp, [*PAIRS, (f"Qwx{k} zzy{k}.", f"Zzy{k}.")])
            assert [state(doc) for doc in docs][: len(PAIRS)] == expected
        assert len(nlp.vocab.strings) == known
    assert [state(nlp(make_pair(nlp, *pair))) for pair in PAIRS] == expected


def check_instances(nlp, make):
    """Two pipelines of one recipe, by turns, give the same, and do not hear of each other."""
    other = make()
    for pair in PAIRS:
        one, two = (state(each(make_pair(each, *pair))) for each in (nlp, other))
        assert one == two
        assert state(nlp(make_pair(nlp, *pair))) == one


def check_order(nlp, name):
    """A component before all that it reads refuses with a code, or leaves words whole."""
    config = nlp.config.copy()
    config["nlp"]["pipeline"] = [name, *(each for each in nlp.pipe_names if each != name)]
    other = spacy.util.load_model_from_config(config).from_bytes(nlp.to_bytes())
    assert other.pipe_names[0] == name
    check_sound(other)


def check_missing_annotation(nlp, name):
    """A component behind nothing but a tokeniser refuses with a code, or leaves words whole."""
    others = [each for each in nlp.pipe_names if each not in (name, "sentence_pair")]
    check_sound(nlp.from_config(nlp.config, exclude=others).from_bytes(nlp.to_bytes()))


def check_sound(nlp):
    """Whatever a pipeline lacks, a pair comes through with its words, or with a coded error."""
    for pair in PAIRS:
        doc = make_pair(nlp, *pair)
        words = [token.text for token in doc]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ParaphraseWarning)
            try:
                doc = nlp(doc)
            except ParaphraseError as error:
                assert error.code
                continue
        assert [token.text for token in doc] == words
        assert doc._.is_pair
