"""The lexical data: size, time to load, memory, time of a look-up."""

from __future__ import annotations

import itertools
import random

import numpy as np

from benchmarks.report import peak_memory, timed
from spacy_paraphrase.lexicon import default_lexicon, default_weights
from spacy_paraphrase.lexicon.relations import relation, relation_matrix
from spacy_paraphrase.lexicon.resources import find


def main() -> None:
    """Print the figures."""
    before = peak_memory()
    for name, load in (("en.wordnet", default_lexicon), ("en.weights", default_weights)):
        seconds, _ = timed(load)
        size = find(name).stat().st_size / 1e6
        print(f"{name}: {size:.2f} MB, loaded in {seconds:.2f} s")
    print(f"memory of both: {peak_memory() - before:.0f} MB")
    index = default_lexicon()
    bounds = np.cumsum(index.arrays["entry_counts"])
    nouns = index.lemmas[: int(bounds[0])]
    words = random.Random(0).sample(nouns, 4000)
    pairs = list(itertools.pairwise(words))
    seconds, _ = timed(lambda: [relation(index, a, "NOUN", b, "NOUN") for a, b in pairs])
    print(f"relation of two nouns, each seen once before: {1e6 * seconds / len(pairs):.1f} µs")
    for n in (25, 100, 200):
        some = [(word, "NOUN") for word in words[:n]], [(word, "NOUN") for word in words[n : 2 * n]]
        seconds, _ = timed(lambda some=some: relation_matrix(index, *some))  # type: ignore[misc]
        print(f"relation_matrix {n} x {n}: {1e3 * seconds:.2f} ms")
