import pytest
from lexicon.expert_tools import similar

from spacy_paraphrase.lexicon.strings import compound


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("death-toll", "death toll", {("death-toll", "death"): 0.9, ("death-toll", "toll"): 0.9}),
        ("Hongkong", "Hong Kong", {("Hongkong", "Hong"): 0.9, ("Hongkong", "Kong"): 0.9}),
        ("cooperate", "co - operate", {("cooperate", "co"): 0.9, ("cooperate", "operate"): 0.9}),
        (
            "20-mile-long",
            "20 - mile long",
            {("20-mile-long", word): 0.9 for word in ("20", "mile", "long")},
        ),
        ("al-Assad", "Assad", {("al-Assad", "Assad"): 0.6}),
        ("U.S.-led", "the U.S.", {("U.S.-led", "U.S."): 0.6}),
        (
            "land-for-peace",
            "peace for us",
            {("land-for-peace", "peace"): 0.6, ("land-for-peace", "for"): 0.6},
        ),
        ("non-British", "British", {}),
        ("rank-and-file", "and", {}),
        ("today", "to day", {}),
        ("1-2", "1 2", {}),
        ("cat", "dog", {}),
    ],
)
def test_compounds(source, target, expected):
    assert similar(compound, source, target) == expected
