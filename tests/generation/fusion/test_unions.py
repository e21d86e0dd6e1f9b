"""Unions: few edits of one side that say what the other adds, and what none may ever say."""

import pytest

from spacy_paraphrase.generation.checks.ranking import says_roots
from spacy_paraphrase.generation.draft import draft_of
from spacy_paraphrase.generation.proposers.edit_judge import ENGLISH, EditJudge, build_edit_network
from spacy_paraphrase.generation.proposers.places import place_judge
from spacy_paraphrase.generation.proposers.unions import LEAST_LIKELY, MOST_EDITS, omitted, unions
from tables import table

ROWS, NEVER = table(__file__, "unions"), table(__file__, "no_unions")


@pytest.fixture(scope="module")
def fused(fuse_all):
    """The union of each pair, and of its sides exchanged."""
    pairs = [(row["source"], row["target"]) for row in (*ROWS, *NEVER)]
    found = fuse_all([*pairs, *(pair[::-1] for pair in pairs)])
    return {pair: fusions["union"].text for pair, fusions in found.items()}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["expected"])
def test_unions(fused, row):
    pair = row["source"], row["target"]
    assert fused[pair] == fused[pair[::-1]] == row["expected"], row["what"]


@pytest.mark.parametrize("row", NEVER, ids=lambda row: row["what"])
def test_what_no_union_says(fused, row):
    words = row["never_both"].split("|")
    for source, target in ((row["source"], row["target"]), (row["target"], row["source"])):
        text = fused[source, target]  # it may be none
        assert not all(word in text for word in words), text


@pytest.mark.parametrize(
    ("source", "target", "united"),
    [
        ("Sales could rise in May.", "Sales will rise in May.", "Sales will rise in May."),
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
def test_sides_of_several_sentences(fuse_all, source, target):
    for fusions in fuse_all([(source, target), (target, source)]).values():
        text = fusions["union"].text  # it may be none
        assert not text or text.endswith((".", '"'))


# Sides of which neither says what the other does, and of which the words cannot be made one
# sentence that says what both do.
UNTOLD = [
    ("The picnic went ahead because of the heat.", "The picnic went ahead despite the heat."),
    ("The general is Elif's younger brother.", "Elif is the general's daughter."),
    ("The film ends on Monday.", "The long film ends tomorrow."),
    ("She runs five kilometres in thirty minutes.", "She runs for thirty minutes every morning."),
    (
        "Many investors believe that the lithium mine has already been sold.",
        "The lithium mine has already been sold to a rival from Perth.",
    ),
]


def test_no_union_says_less_than_a_side(fuse_all):
    fused = fuse_all([*UNTOLD, *(pair[::-1] for pair in UNTOLD)])
    assert {pair: f["union"].text for pair, f in fused.items() if f["union"]} == {}
    assert {f["union"].reason for f in fused.values()} == {"unsure"}


# The first entails the second, though one denies and one does not, or one is so and one may be.
SURE = [
    (
        "The report blames neither the pilot nor the airline.",
        "The report does not blame the pilot.",
    ),
    ("The goalkeeper almost saved the penalty.", "The goalkeeper didn't save the penalty."),
    ("Staff will have to work on Sundays.", "Staff might have to work on Sundays."),
]


def test_what_surely_follows_is_united_though_something_differs(fuse_all):
    fused = fuse_all([*SURE, *(pair[::-1] for pair in SURE)])
    for pair in SURE:
        for fusions in (fused[pair], fused[pair[::-1]]):
            assert (fusions["union"].text, fusions["intersection"].text) == pair
            assert fusions["restate"].reason.startswith("differs")


def test_values_that_differ_are_not_united_though_one_seems_to_follow(fuse):
    source, target = (
        f"The storm left more than {n} homes without power across the northern half of the state."
        for n in ("120,000", "340,000")
    )
    for fusion in fuse(source, target).values():
        assert fusion.reason == "differs:number"


def test_what_a_union_leaves_out_is_told(fuse, fuse_leniently):
    source, target = "The film ends on Monday.", "The long film ends tomorrow."
    fusion = fuse_leniently(source, target)["union"]
    assert fusion.text == "The long film ends tomorrow."
    assert [(o.text, o.source, o.target) for o in fusion.left_out] == [("Monday", (4,), ())]
    swapped = fuse_leniently(target, source)["union"]
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


def test_omitted_words_are_those_that_are_not_said(graph):
    pair = graph("The film ends on Monday.", "The long movie ends tomorrow.")
    lost = omitted(pair, draft_of(pair, pair.source))
    assert [(o.text, o.source, o.target) for o in lost] == [
        ("long", (), (1,)),
        ("tomorrow", (), (4,)),
    ]
    assert says_roots(pair, draft_of(pair, pair.source))
