"""The lexical data: size, time to load, memory, time of a look-up."""

from __future__ import annotations

import itertools
import random
import resource
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from spacy_paraphrase.lexicon import default_lexicon, default_weights
from spacy_paraphrase.lexicon.relations import relation, relation_matrix
from spacy_paraphrase.lexicon.resources import find


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return seconds and result of a call."""
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def memory() -> float:
    """Return the peak memory of the process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print the figures."""
    before = memory()
    for name, load in (("en.wordnet", default_lexicon), ("en.weights", default_weights)):
        seconds, _ = timed(load)
        size = find(name).stat().st_size / 1e6
        print(f"{name}: {size:.2f} MB, loaded in {seconds:.2f} s")
    print(f"memory of both: {memory() - before:.0f} MB")
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


if __name__ == "__main__":
    main()
