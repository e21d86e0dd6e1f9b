"""What comes out of a miner's jobs does not depend on how records are divided: spec 06 §2."""

import pytest
from mining import PAIRS, check_any_order

from spacy_paraphrase.acquire import pair_sources, phrases, rules

RENDERED = [
    {"id": k, "references": [" ".join(side) for side in (each.source, each.target, each.source)]}
    for k, each in enumerate(PAIRS)
]
JOBS = {
    "words": (phrases.word_job(), PAIRS),
    "phrases": (phrases.phrase_job(phrases.PhraseSettings()), PAIRS),
    "rules": (rules.rule_job(rules.RuleSettings(min_count=1)), PAIRS),
    "renderings": (pair_sources.mine_pairs("renderings"), RENDERED),
}


@pytest.mark.parametrize("name", JOBS)
def test_values_are_plain_and_combined_in_any_order(name):
    check_any_order(*JOBS[name])
