"""Why there is no fusion, for programs and for people."""

import re
from pathlib import Path

import pytest

from spacy_paraphrase import Fusion
from spacy_paraphrase.generation import REFUSALS
from spacy_paraphrase.pairs.results import DISAGREEMENTS
from spacy_paraphrase.relations.contradiction import REASONS

DOCS = Path(__file__).parents[3] / "docs" / "fusing.md"


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_explains_itself(code):
    plain = Fusion("union", reason=code).explanation
    assert plain == REFUSALS[code]
    assert len(plain.split()) >= 5
    assert "_" not in plain


@pytest.mark.parametrize("kind", REASONS)
def test_it_says_in_what_sentences_differ(kind):
    assert Fusion("union", reason=f"differs:{kind}").explanation.endswith(
        f"contradict each other ({DISAGREEMENTS[kind]})"
    )


def test_what_is_unknown_is_not_explained():
    assert Fusion("union", reason="conflict:unknown").explanation == REFUSALS["conflict"]
    assert Fusion("union", "A cat sleeps.").explanation == ""


def test_the_docs_explain_every_refusal():
    table = dict(
        re.findall(
            r"^\| `(\w+)(?::…)?` \| (.*?)(?:,? as .*|: .*)? \|$", DOCS.read_text("utf-8"), re.M
        )
    )
    assert REFUSALS.items() <= table.items()
