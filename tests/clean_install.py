"""The accurate tier where nothing but the wheel and the extras "en" and "encoder" is installed.

Run by .ci/run in an environment of its own, from another folder: `python -I clean_install.py`. No
network is there: opening a connection is an error.
"""

import importlib.util
import socket


def refused(*args: object, **options: object) -> None:
    """Stand for every way to a network."""
    raise AssertionError("a network was asked for")


def main() -> None:
    """Read a pair, and check what comes out."""
    for owner, name in ((socket.socket, "connect"), (socket, "getaddrinfo")):
        setattr(owner, name, refused)
    for absent in ("torch", "pytest", "onnx", "transformers"):
        assert importlib.util.find_spec(absent) is None, f"{absent} is installed"
    import spacy_paraphrase

    nlp = spacy_paraphrase.load(tier="accurate")
    assert "pair_encoder" in nlp.pipe_names
    pairs = [
        ("A puppy is sleeping on the sofa.", "A dog is asleep on the couch."),
        ("The man is selling fruit on a street.", "Nobody is selling fruit."),
        ("The river froze in January.", "My brother plays the violin."),
    ]
    entails, conflict, neither = spacy_paraphrase.pipe_pairs(nlp, pairs)
    assert entails._.relation.entails, entails._.relation
    assert not entails._.relation.conflict
    assert conflict._.relation.conflict, conflict._.relation
    assert not neither._.relation.entails
    assert not neither._.relation.entailed
    assert entails._.overlap > 0.6 > 0.2 > neither._.overlap


if __name__ == "__main__":
    main()
