"""Unions: few edits of one side that say what the other adds, and what none may ever say."""

import pytest

from spacy_paraphrase import make_pair
from spacy_paraphrase.fusion.candidates import propose
from spacy_paraphrase.fusion.draft import draft_of
from spacy_paraphrase.fusion.judge import ENGLISH, EditJudge, build_edit_network
from spacy_paraphrase.fusion.places import place_judge
from spacy_paraphrase.fusion.ranking import says_roots
from spacy_paraphrase.fusion.unions import LEAST_LIKELY, MOST_EDITS, omitted, unions
from spacy_paraphrase.registry import FACTORIES

PREMODIFIERS = [
    ("The angry workers left.", "The three workers left.", "The three angry workers left."),
    ("The two dogs barked.", "The small dogs barked.", "The two small dogs barked."),
    (
        "The French minister resigned on Monday.",
        "The finance minister resigned.",
        "The French finance minister resigned on Monday.",
    ),
    (
        "Former champion Anna Larsen won the race.",
        "Anna Larsen won the race in Oslo.",
        "Former champion Anna Larsen won the race in Oslo.",
    ),
    ("The car was stolen on Monday.", "Paul's car was stolen.", "Paul's car was stolen on Monday."),
    (
        "The Italian firm sold its plant.",
        "The firm sold its old plant in Rome for ten million euros.",
        "The Italian firm sold its old plant in Rome for ten million euros.",
    ),
    (
        "Ten people died in the fire.",
        "Exactly ten people died.",
        "Exactly ten people died in the fire.",
    ),
    (
        "The engineer Gustave Eiffel built the tower.",
        "The French engineer built the tower.",
        "The French engineer Gustave Eiffel built the tower.",
    ),
]
POSTMODIFIERS = [
    (
        "The house on the hill burned.",
        "The house in the village burned.",
        "The house in the village on the hill burned.",
    ),
    (
        "The king died on Sunday.",
        "The king, a friend of animals, died.",
        "The king, a friend of animals, died on Sunday.",
    ),
    (
        "The two boys were found in a hut.",
        "The boys, who were hungry, were found on Sunday.",
        "The two boys, who were hungry, were found in a hut on Sunday.",
    ),
    (
        "The proud man smiled at the girl.",
        "The man, proud of his son, smiled.",
        "The man, proud of his son, smiled at the girl.",
    ),
    (
        "The plant (built in 1950) closed.",
        "The plant closed in May.",
        "The plant (built in 1950) closed in May.",
    ),
]
ADVERBIALS = [
    (
        "The train arrived on Monday.",
        "The train arrived in Oslo.",
        "The train arrived in Oslo on Monday.",
    ),
    (
        "She sat on the chair in the kitchen.",
        "She sat quietly.",
        "She sat quietly on the chair in the kitchen.",
    ),
    ("The film ran since Monday.", "The film ran on May 4.", "The film ran since Monday on May 4."),
    (
        "Because it snowed, the school closed.",
        "The school closed on Friday.",
        "Because it snowed, the school closed on Friday.",
    ),
    (
        "The village, which lies on a hill, was flooded.",
        "The village was flooded on Monday, killing two people.",
        "The village, which lies on a hill, was flooded on Monday, killing two people.",
    ),
    (
        "Two men were arrested on Monday.",
        "Two men were arrested, police said.",
        "Two men were arrested on Monday, police said.",
    ),
    (
        "The girl sang a song, moving the crowd.",
        "The girl sang a song and played the piano.",
        "The girl sang a song and played the piano, moving the crowd.",
    ),
]
SUBJECTS = [
    (
        "She won the race in Oslo.",
        "Maria Olsen won the race.",
        "Maria Olsen won the race in Oslo.",
    ),
    ("The animal slept on the sofa.", "The dog slept.", "The dog slept on the sofa."),
    (
        "Anna was invited to the party.",
        "Anna and Peter were invited.",
        "Anna and Peter were invited to the party.",
    ),
]
NEW_CLAUSES = [
    (
        "Two boys stole a red car in Oslo.",
        "The red car was found near the harbour.",
        "Two boys stole a red car, which was found near the harbour, in Oslo.",
    ),
    (
        "The company closed its plant last week.",
        "The company plans a new factory in Ohio.",
        "The company, which plans a new factory in Ohio, closed its plant last week.",
    ),
]
ALONE = [
    ("The old dog barked.", "The dog barked.", "The old dog barked."),
    (
        "He was once a teacher in Paris.",
        "At one time he was a teacher.",
        "He was once a teacher in Paris.",
    ),
    ("He died on May 4 in Rome.", "He died in May.", "He died on May 4 in Rome."),
]
UNIONS = {
    f"{group}: {expected}": (source, target, expected)
    for group, cases in {
        "premodifier": PREMODIFIERS,
        "postmodifier": POSTMODIFIERS,
        "adverbial": ADVERBIALS,
        "subject": SUBJECTS,
        "clause": NEW_CLAUSES,
        "one side": ALONE,
    }.items()
    for source, target, expected in cases
}


@pytest.fixture(scope="module")
def both_ways(fuser):
    """Return a function that gives the unions of a pair and of its sides exchanged.

    Each side is parsed alone: a parser does not read a sentence the same in both places.
    """
    ours = {name: fuser.get_pipe_meta(name).factory in FACTORIES for name in fuser.pipe_names}

    def run(*texts):
        found = []
        with fuser.select_pipes(disable=[name for name in ours if ours[name]]):
            parsed = [*fuser.pipe(texts)]
        for some in (parsed, parsed[::-1]):
            doc = make_pair(fuser, *some)
            for name in ours:
                doc = fuser.get_pipe(name)(doc) if ours[name] else doc
            found += [fusion.text for fusion in doc._.fusions if fusion.kind == "union"]
        return tuple(found)

    return run


@pytest.mark.parametrize("case", UNIONS.values(), ids=UNIONS)
def test_unions(both_ways, case):
    source, target, expected = case
    assert both_ways(source, target) == (expected, expected)


# Two sentences that have a union, and words of which no union may have all.
NEVER = {
    "two agents": (
        "The man was arrested by the police on Monday.",
        "The man was arrested by soldiers in Oslo.",
        ("police", "soldiers"),
    ),
    "two agents and another place": (
        "A woman was rescued by firemen on Monday.",
        "A woman was rescued from a burning house by neighbours.",
        ("firemen", "neighbours"),
    ),
    "a second possessor": (
        "My car was stolen in Oslo.",
        "Paul's car was stolen on Monday.",
        ("My", "Paul"),
    ),
    "one attack of two": (
        "The embassy attack was condemned.",
        "The brutal resort attack was condemned.",
        ("embassy", "brutal"),
    ),
    "two times": (
        "The body was found by a maid on July 27.",
        "The body was found on Tuesday in a hotel room.",
        ("July", "Tuesday"),
    ),
    "two times of a meeting": (
        "The meeting in Oslo ended on Monday.",
        "The meeting ended yesterday evening with a vote.",
        ("Monday", "evening"),
    ),
    "two times of a film": (
        "The film ends on Monday.",
        "The long film ends tomorrow.",
        ("Monday", "tomorrow"),
    ),
    "a relative clause on a pronoun": (
        "He sang in the church on Sunday.",
        "He was praised by the priest.",
        ("He", "who"),
    ),
    "a relative clause on a pronoun that stands for nothing": (
        "It rained on Monday in Oslo.",
        "It was cold.",
        ("which",),
    ),
    "a compound in two spellings": (
        "The old coalmine closed.",
        "The coal mine closed in 1985.",
        ("coalmine", "coal mine"),
    ),
    "a second phrase with the same preposition": (
        "The house in the village burned.",
        "The house in Norway burned.",
        ("village", "Norway"),
    ),
    "a second phrase with the same preposition, though one word below it is shared": (
        "The mayor spoke on Friday during a dinner with farmers.",
        "The mayor spoke during a debate with farmers at the town hall on Friday.",
        ("dinner", "debate"),
    ),
    "alternatives and what is added": (
        "They sell apples or plums.",
        "They sell apples and pears.",
        ("plums", "pears"),
    ),
    "another thing that is said to be so": (
        "It is likely that he won.",
        "The story is likely.",
        ("won", "story"),
    ),
    "another noun": (
        "The car keys were lost.",
        "The car, which was old, was lost.",
        ("keys", "old"),
    ),
    "a verb without its own": (
        "The company closed its plant.",
        "The firm sold its old plant.",
        ("closed", "sold"),
    ),
    "what one does, and what another one does": (
        "A boy is cutting paper.",
        "A man is loading a rifle.",
        ("paper", "rifle"),
    ),
    "the same in captions": (
        "A boy is cutting paper",
        "A man is loading a rifle",
        ("paper", "rifle"),
    ),
    "two nouns of which one may be the other": (
        "A child is cutting paper.",
        "A boy is loading a rifle.",
        ("paper", "rifle"),
    ),
    "an animal and another one": (
        "A dog is chewing a bone.",
        "An animal is drinking milk.",
        ("bone", "milk"),
    ),
}


@pytest.mark.parametrize("case", NEVER.values(), ids=NEVER)
def test_what_no_union_says(both_ways, case):
    source, target, words = case
    for text in both_ways(source, target):  # or none
        assert not all(word in text for word in words), text


@pytest.mark.parametrize(
    ("source", "target", "united"),
    [
        ("Shares could fall on Monday.", "Shares fell on Monday.", "Shares fell on Monday."),
        (
            "It is possible that the fire was started by a guest.",
            "The fire was started by a guest.",
            "The fire was started by a guest.",
        ),
    ],
)
def test_what_is_so_goes_before_what_may_be(fuse, source, target, united):
    fused = fuse(source, target)
    assert fused["union"].text == united
    # Both say only that it may be so.
    assert fused["intersection"].text in ("", source)


# Sides of several sentences, of which one has linked words that are said of something else.
SEVERAL = [
    (
        "The crime report surveyed 11,600 police and law enforcement agencies nationwide. Earlier "
        "this year, the company announced a restatement of its 2002, 2001 and 2000 financial "
        "results.",
        "The report details crime reported to law enforcement agencies statewide.",
    ),
    (
        "GBI spokesman John Bankhead said the murder scenes showed that the killer was very "
        "methodical. Mike Austreng, editor of the weekly Cold Spring Record, said he saw one "
        "wounded student taken from the school by helicopter.",
        "Georgia Bureau of Investigation spokesman John Bankhead said the crime scenes indicated "
        'that the killer was "very methodical." Mike Austreng, the editor of the weekly Cold '
        "Spring Record, said he saw one wounded person airlifted from the school and another "
        "taken away by ambulance.",
    ),
]


@pytest.mark.parametrize(("source", "target"), SEVERAL)
def test_sides_of_several_sentences(both_ways, source, target):
    for text in both_ways(source, target):  # or none
        assert not text or text.endswith((".", '"'))


def test_what_a_union_leaves_out_is_told(fuse):
    source, target = "The film ends on Monday.", "The long film ends tomorrow."
    fusion = fuse(source, target)["union"]
    assert fusion.text == "The long film ends tomorrow."
    assert [(o.text, o.source, o.target) for o in fusion.left_out] == [("Monday", (4,), ())]
    swapped = fuse(target, source)["union"]
    assert [(o.text, o.source, o.target) for o in swapped.left_out] == [("Monday", (), (4,))]
    whole = fuse("The old dog barked.", "The dog barked.")["union"]
    assert (whole.path, whole.left_out) == ("contained", ())


@pytest.mark.parametrize(
    ("source", "target", "path"),
    [
        ("The old dog barked.", "The dog barked.", "contained"),
        ("The old dog barked.", "The dog barked at the postman.", "merged"),
        ("The house in the village burned.", "The house in Norway burned.", "longer"),
        ('The mayor said, "The bridge is safe."', "The bridge collapsed in May.", "clauses"),
        (
            "Robbers burst into a store in Leeds.",
            "Three robbers fled from the town in a stolen van.",
            "predicates",
        ),
    ],
)
def test_paths(fuse_leniently, source, target, path):
    assert fuse_leniently(source, target)["union"].path == path


# -- How they are made -----------------------------------------------------------------------------

PAIR = "The old dog barked at the postman.", "The dog of the baker barked loudly on Monday."


@pytest.fixture(scope="module")
def judge():
    network = build_edit_network([64]).from_bytes(ENGLISH.read_bytes())
    return EditJudge(place_judge(), network)


def sure(judge, likely):
    """Return a judge that holds every edit for equally probable."""

    class Sure(EditJudge):
        def chances(self, graph, base, some):
            return super().chances(graph, base, some) * 0 + likely

    return Sure(judge.places, judge.network)


def test_one_side_alone_is_the_last_way(graph, judge):
    found = unions(graph(*PAIR), judge)
    texts = [proposal.surface.text for proposal in found]
    assert texts[-1] in PAIR
    assert found[-1].path in ("contained", "longer")
    assert len(texts) == len({*texts})
    assert found[0].path == "merged"
    assert all(0 < p.fidelity <= p.said <= 1 for p in found)


def test_nothing_is_put_in_that_is_not_likely(graph, judge):
    pair = graph(*PAIR)
    few = unions(pair, sure(judge, LEAST_LIKELY - 0.01))
    assert all(not proposal.draft.attached for proposal in few)
    many = unions(pair, sure(judge, LEAST_LIKELY + 0.01))
    assert any(proposal.draft.attached for proposal in many)


def test_few_edits_are_made(graphs, judge):
    counts = set()
    for pair in graphs:
        for proposal in unions(pair, sure(judge, 0.9)):
            if proposal.path not in ("clauses", "predicates"):
                counts.add(len(proposal.draft.attached))
    assert {0, 1, 2} <= counts <= {*range(MOST_EDITS + 1)}


def test_units_that_were_misread_are_left_out(graph, judge):
    pair = graph(*PAIR)
    best = unions(pair, judge)[0]
    for head in best.draft.attached:
        others = unions(pair, judge, without={head})
        assert all(head not in other.draft.attached for other in others)


def test_omitted_words_are_those_that_are_not_said(graph):
    pair = graph("The film ends on Monday.", "The long movie ends tomorrow.")
    lost = omitted(pair, draft_of(pair, pair.source))
    assert [(o.text, o.source, o.target) for o in lost] == [
        ("long", (), (1,)),
        ("tomorrow", (), (4,)),
    ]
    assert says_roots(pair, draft_of(pair, pair.source))


def test_a_union_is_proposed_like_the_other_kinds(graph, judge):
    pair = graph(*PAIR)
    found, reason = propose(pair, "union", judge)
    assert [p.surface.text for p in found] == [p.surface.text for p in unions(pair, judge)]
    assert reason == ""
