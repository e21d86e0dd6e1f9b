import json

import pytest

from public_corpora import corpus
from spacy_paraphrase.metrics import GoldLinks

EDINBURGH = corpus("alignment/edinburgh")


def links(text):
    """Read "0-1 2-2" as {(0, 1), (2, 2)}."""
    return frozenset(tuple(map(int, link.split("-"))) for link in text.split())


@pytest.fixture
def ccl08():
    """The worked pair of Cohn and others 2008, as indices: annotators A and B.

    The words are stand-ins: only the four identical ones of the paper are the same on both sides.
    """
    source = [f"s{i}" for i in range(12)]
    target = [f"t{j}" for j in range(13)]
    for i, j in links("1-2 2-3 6-6 11-12"):
        source[i], target[j] = f"Same{i}", f"same{i}"
    a = GoldLinks(
        links("1-2 2-3 6-6 7-7 8-9 9-10 10-11 11-12"),
        links("0-1 3-4 4-4 5-4 3-5 4-5 5-5"),
        source,
        target,
    )
    b = GoldLinks(
        links("1-2 2-3 3-5 6-6 7-7 7-8 8-9 10-11 11-12"),
        links("0-0 0-1 4-4 5-4 9-10"),
        source,
        target,
    )
    return a, b


@pytest.fixture
def edinburgh():
    """A function that reads the Edinburgh++ training pairs of one file."""

    def read(name):
        path = EDINBURGH / name
        if not path.exists():
            pytest.skip(f"needs Edinburgh++ ({name}), which is not part of the repository")
        return [
            GoldLinks(links(r["sureAlign"]), source=r["source"].split(), target=r["target"].split())
            for r in json.loads(path.read_text(encoding="utf8"))
        ]

    return read
