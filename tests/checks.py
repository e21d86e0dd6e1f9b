"""What every component of this package must do; each factory is run through all of it."""

import pickle
import subprocess
import sys
import textwrap

import spacy
from spacy.tokens import Doc, DocBin

from spacy_paraphrase import make_pair, pipe_pairs, swap

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
    ("long " * 500, "the long long road " * 125),
]


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
    """A pipeline that was saved and loaded gives the same results."""
    nlp.to_disk(tmp_path / "pipeline")
    loaded = spacy.load(tmp_path / "pipeline")
    from_bytes = spacy.util.load_model_from_config(nlp.config).from_bytes(nlp.to_bytes())
    for other in (loaded, from_bytes):
        for pair in PAIRS:
            assert state(other(make_pair(other, *pair))) == state(nlp(make_pair(nlp, *pair)))


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
