"""What comes out of a miner's jobs does not depend on how records are divided: spec 06 §2."""

import json
import random
from functools import reduce

import pytest

from spacy_paraphrase.acquire import anchors, contexts, merged_parses, pair_sources, phrases, rules
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
RENDERED = [
    {"id": k, "references": [" ".join(side) for side in (each.source, each.target, each.source)]}
    for k, each in enumerate(PAIRS)
]
SENTENCES = [{"id": k, "words": list(each.source)} for k, each in enumerate(PAIRS)]
LOOSE = anchors.AnchorSettings(width=1, longest=2, min_count=1, cap=4)
FOUND = list(run_loop(anchors.anchor_job(LOOSE), SENTENCES))
CONTEXTS = contexts.ContextSettings(length=1)
STRONG = {"#1 | #1": {"V | V": (1, 0.9)}, "# | #": {"V | V": (-1, 0.9), "V1 | V1": (1, 1.0)}}
MERGED = list(merged_parses.mine_merged(GROUPED))
JOBS = {
    "words": (phrases.word_job(), PAIRS),
    "phrases": (phrases.phrase_job(phrases.PhraseSettings()), PAIRS),
    "rules": (rules.rule_job(rules.RuleSettings(min_count=1)), PAIRS),
    "renderings": (pair_sources.mine_pairs("renderings"), RENDERED),
    "merged parses": (merged_parses.merge_job(merged_parses.MergeSettings()), GROUPED),
    "merged phrases": (merged_parses.phrase_job(), MERGED),
    "anchors": (anchors.anchor_job(LOOSE), SENTENCES),
    "anchored": (anchors.pair_job(1), FOUND),
    "contexts": (contexts.context_job(CONTEXTS, {"ann\tbob": 1}), PAIRS),
    "in contexts": (contexts.phrase_job(CONTEXTS, STRONG), PAIRS),
}


@pytest.mark.parametrize("name", JOBS)
def test_values_are_plain_and_combined_in_any_order(name):
    job, records = JOBS[name]
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
