"""One event: what differs in participants, time or place excludes nothing."""

from spacy_paraphrase import pipe_pairs

SAME = [
    ("The kid sang.", "The child sang."),
    ("He bought a sofa.", "He bought a couch."),
    ("The film was long.", "The movie was long."),
    ("The airplane landed.", "The plane landed."),
    ("He went by bicycle.", "He went by bike."),
]
OTHER = [
    ("The boy sang.", "The man sang."),
    ("The dog is playing.", "The dog is wearing a hat."),
    ("The worker slept.", "The work slept."),
    ("Her hot soup was good.", "Her white soup was good."),
    ("He had to keep a doctor.", "He had to retain a doctor."),
]


def relations(nlp, pairs):
    for doc in pipe_pairs(nlp, pairs):
        yield {
            (link.source.text, link.target.text): link.relation for link in doc._.alignment.words
        }


def test_words_mean_the_same_by_evidence(nlp):
    for found, pair in zip(relations(nlp, SAME), SAME, strict=True):
        assert "restates" in found.values(), pair


def test_links_alone_are_no_evidence(nlp):
    for found, pair in zip(relations(nlp, OTHER), OTHER, strict=True):
        assert "restates" not in [r for (a, b), r in found.items() if a != b], (pair, found)
