"""What comes out of a miner's jobs does not depend on how records are divided: spec 06 §2."""

import pytest
from mining import GROUPED, PAIRS, check_any_order

from spacy_paraphrase.jobs import run_loop
from spacy_paraphrase.papers import anchors, contexts, merged_parses

SENTENCES = [{"id": k, "words": list(each.source)} for k, each in enumerate(PAIRS)]
LOOSE = anchors.AnchorSettings(width=1, longest=2, min_count=1, cap=4)
FOUND = list(run_loop(anchors.anchor_job(LOOSE), SENTENCES))
CONTEXTS = contexts.ContextSettings(length=1)
STRONG = {"#1 | #1": {"V | V": (1, 0.9)}, "# | #": {"V | V": (-1, 0.9), "V1 | V1": (1, 1.0)}}
MERGED = list(merged_parses.mine_merged(GROUPED))
JOBS = {
    "merged parses": (merged_parses.merge_job(merged_parses.MergeSettings()), GROUPED),
    "merged phrases": (merged_parses.phrase_job(), MERGED),
    "anchors": (anchors.anchor_job(LOOSE), SENTENCES),
    "anchored": (anchors.pair_job(1), FOUND),
    "contexts": (contexts.context_job(CONTEXTS, {"ann\tbob": 1}), PAIRS),
    "in contexts": (contexts.phrase_job(CONTEXTS, STRONG), PAIRS),
}


@pytest.mark.parametrize("name", JOBS)
def test_values_are_plain_and_combined_in_any_order(name):
    check_any_order(*JOBS[name])
