from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
# What needs torch, which may not be installed.
TORCH = {"train", "word_vectors"}


def _modules(package, *left_out):
    folder = ROOT / "weights" / package
    if not folder.is_dir():
        pytest.skip("the weights are not in this copy")
    names = {path.stem for path in folder.glob("[a-z]*.py")} - {*left_out}
    return SimpleNamespace(**{n: import_module(f"weights.{package}.{n}") for n in sorted(names)})


@pytest.fixture(scope="session")
def room():
    """The modules of weights/encoder that need no torch."""
    torch = ("base", "export", "mean", "network", "shipped", "tables", "train", "tune")
    return _modules("encoder", *torch, "prepare", "vocabulary", "held_out")


@pytest.fixture(scope="session")
def judge():
    """The modules of weights/judge that need no torch."""
    return _modules("judge", *TORCH)


@pytest.fixture(scope="session")
def parse(nlp):
    """From sentences to their parses."""

    def parses(*texts):
        with nlp.select_pipes(
            disable=["sentence_pair", "graph_matcher", "relation_classifier"],
        ):
            return [*nlp.pipe(texts)]

    return parses
