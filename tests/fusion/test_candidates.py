"""Unions as a whole: which sentence is the frame, what is left out, what is refused."""

import pytest

UNIONS = [
    # agreement with a subject that has grown
    (
        "Anna was invited.",
        "Anna and Peter were invited to the party.",
        "Anna and Peter were invited to the party.",
    ),
    # a name instead of a pronoun
    (
        "She won the race in Oslo.",
        "Maria Olsen won the race.",
        "Maria Olsen won the race in Oslo.",
    ),
    # who says it
    (
        "Two men were arrested on Monday.",
        "Two men were arrested, police said.",
        "Two men were arrested on Monday, police said.",
    ),
    # what is said once in other words is not said again
    (
        "He was once a teacher in Paris.",
        "At one time he was a teacher.",
        "He was once a teacher in Paris.",
    ),
    # two things that one does to one
    (
        "The minister met the workers.",
        "The minister criticised the workers.",
        "The minister met and criticised the workers.",
    ),
    # two times may be one
    (
        "The body was found by a maid on July 27.",
        "The body was found on Tuesday in a hotel room.",
        "The body was found by a maid on July 27 in a hotel room.",
    ),
    # no conjunct is lost because the other sentence is long, and no clause stands between conjuncts
    (
        "The court in Paris sentenced the former minister on Friday to three years in prison for "
        "taking bribes from a builder, but the judges let him go home until his appeal is heard.",
        "The court sentenced the minister on Friday and his brother was fined.",
        "",
    ),
    (
        "The attack on the embassy in the centre of the old town was condemned on Monday by the "
        "United Nations, which called for an end of the violence.",
        "The attack was condemned by the United Nations, France and Jordan.",
        "The attack on the embassy in the centre of the old town was condemned by the United "
        "Nations, France and Jordan on Monday.",
    ),
    # no number before another one, and nothing between a noun and its participle
    (
        "The alliance on Monday assumes command of the 4.600-strong security force which is "
        "helping with reconstruction.",
        "The appeal came as the alliance was preparing to take command of the 5,000 strong "
        "security force on Monday.",
        "",
    ),
    (
        "This means another 12 cases of asthma per year in every 4,000 children treated.",
        "Doctors foresaw another 12 cases of asthma a year for every 4,000 children on the drug.",
        "",
    ),
    # one possessor, and no number without its kind
    (
        "He accused royal servants of poisoning the boys’ “young hearts”.",
        'He said the royal house has poisoned the pupils\' "young hearts."',
        "",
    ),
    (
        "Eating more nuts may lower the risk of getting the most common form of diabetes, a survey "
        "has found.",
        "Eating salted nuts, you know, may clearly lower your risk of type 2 diabetes, the most "
        "common form of the illness.",
        "",
    ),
    # no more is denied than was
    (
        "He has no firm plans for television advertising, thinking it is useless this year.",
        "A Miller aide said there were no firm plans for television advertising.",
        "",
    ),
]


@pytest.mark.parametrize(("source", "target", "expected"), UNIONS)
def test_unions(fuse, source, target, expected):
    assert fuse(source, target)["union"].text == expected


def test_several_sentences_a_side(fuse):
    fusion = fuse("A cat sleeps. It rains.", "A black cat sleeps on the sofa.")["union"]
    assert fusion.text in ("", "A black cat sleeps on the sofa. It rains.")
