"""What a side of several sentences says is said inside one of them."""

import pytest

import spacy_paraphrase

# Words of one sentence and of another one make no claim: with line breaks, headings and lists, and
# with marks; a time, a place, what is done to, who does it, what something is like.
ACROSS = [
    ("The shop is closed\nOn Monday we open again", "The shop is closed on Monday."),
    ("The shop is closed. On Monday we open again.", "The shop is closed on Monday."),
    ("The mill closed. In May the owner died.", "The mill closed in May."),
    ("Refunds are free\nWithin 14 days you can cancel", "Refunds are free within 14 days."),
    ("Anna slept. Tom ate in Rome.", "Anna slept in Rome."),
    ("Anna bought a car. Her brother sold a house.", "Anna bought a house."),
    ("Smith was promoted. Jones was arrested on Friday.", "Smith was arrested."),
    ("Anna slept. Tom ate.", "Anna ate."),
    ("Tom bought a car. Anna has a red house.", "Tom bought a red car."),
    ("The restaurant is closed. In winter we go skiing.", "The restaurant is closed in winter."),
    ("The restaurant is closed\nIn winter we go skiing", "The restaurant is closed in winter."),
    ("The road was closed. In May we went to Spain.", "The road was closed in May."),
    ("The shop closed. On Sunday we went for a swim.", "The shop closed on Sunday."),
]
# What a later sentence says of the same thing or event, and where and when the first one begins.
TOGETHER = [
    ("Anna Smith is the CEO. She bought a car in Rome.", "Anna Smith bought a car in Rome."),
    (
        "Police arrested two men. They were charged with theft.",
        "Two men were charged with theft.",
    ),
    (
        "A lorry hit a bus in Leeds. The crash happened on Monday.",
        "A lorry hit a bus in Leeds on Monday.",
    ),
    ("A lorry hit a bus in Leeds. It happened on Monday.", "A lorry hit a bus on Monday."),
    ("On Monday a fire broke out in Leeds. Two people died.", "Two people died in Leeds."),
    ("Tom wrote a book. The book is about birds.", "Tom wrote a book about birds."),
    (
        "A man was arrested. John Smith, 34, was charged with murder.",
        "John Smith was charged with murder.",
    ),
    ("The shop is closed. On Monday we open again.", "The shop is closed."),
    (
        "Millions live in this city. Most big firms have offices in Tokyo.",
        "Millions live in Tokyo.",
    ),
    (
        "This paper declares that Edward abdicates. By signing it on Friday he gave up his right.",
        "Edward abdicated on Friday.",
    ),
]


@pytest.fixture(scope="module", params=["fast", "accurate"])
def nlp(request):
    return spacy_paraphrase.load(tier=request.param)


@pytest.mark.parametrize(("source", "target"), ACROSS)
def test_no_claim_of_words_of_two_sentences(nlp, source, target):
    doc = spacy_paraphrase.compare(source, target, nlp)
    assert not doc._.relation.entails
    assert not spacy_paraphrase.compare(target, source, nlp)._.relation.entailed
    for fusion in doc._.fusions:
        assert fusion.kind != "intersection" or fusion.text != target
        assert fusion.path != "contained"


@pytest.mark.parametrize(("source", "target"), TOGETHER)
def test_sentences_that_speak_of_one_thing_say_it_together(nlp, source, target):
    assert spacy_paraphrase.compare(source, target, nlp)._.relation.entails
