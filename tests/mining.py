"""Pairs, and what is true of a miner's jobs: values are plain, and add up in any order."""

import json
import random
from functools import reduce

from spacy_paraphrase.jobs import Dropped, run_loop
from spacy_paraphrase.readers import PairRecord, word_links

WORDS = "ann bob saw sold bought a the big old car".split()
TREE = ((1, "nsubj"), (1, "ROOT"), (4, "det"), (4, "amod"), (1, "dobj"))


def pair(chance, k, name=None):
    sides = [tuple(chance.choice(WORDS) for _ in range(5)) for _ in range(2)]
    tokens = {"pos": ("NOUN", "VERB", "DET", "ADJ", "NOUN"), "tags": ("N", "V", "D", "A", "N")}
    return PairRecord(
        k if name is None else name,
        *sides,
        words=word_links((i, i) for i in range(5) if chance.random() < 0.8),
        source_tree=TREE,
        target_tree=TREE,
        source_tokens=tokens,
        target_tokens=tokens,
    )


PAIRS = [pair(random.Random(k), k) for k in range(12)]
NAMES = [f"g{k}/{two}" for k in range(4) for two in ("a/b", "a/c", "b/c")]
GROUPED = [pair(random.Random(k), k, name) for k, name in enumerate(NAMES)]


def check_any_order(job, records):
    """Check that values are plain, and that rows are the same however records are divided."""
    expected = list(run_loop(job, records))
    assert expected
    found = [each for record in records for each in job.map(record)]
    kept = [each for each in found if not isinstance(each, Dropped)]
    entries = [json.loads(json.dumps(entry)) for entry in kept]
    for seed in range(5):
        chance = random.Random(seed)
        chance.shuffle(entries)
        cut = chance.randrange(len(entries))
        parts = []
        for some in (entries[:cut], entries[cut:]):
            values = {}
            for key, value in some:
                values.setdefault(key, []).append(value)
            parts.append({key: reduce(job.combine, each) for key, each in values.items()})
        rows = []
        for key in sorted({*parts[0], *parts[1]}):
            value = reduce(job.combine, [part[key] for part in parts[::-1] if key in part])
            rows += [row for row in job.reduce(key, value) if not isinstance(row, Dropped)]
        assert rows == expected
