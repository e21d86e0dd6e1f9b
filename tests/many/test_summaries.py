"""Extractive summaries: features, rerankers, interactive selection (spec 07 §3)."""

import random

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.jobs import run_loop
from spacy_paraphrase.many.clusters import read_cluster
from spacy_paraphrase.many.condensing import shortened
from spacy_paraphrase.many.group_page import summary_page
from spacy_paraphrase.many.importance import (
    FEATURES,
    content_score,
    contrasts,
    features,
    linked_content_score,
    linked_stems,
    positions,
    presence,
    realised,
    shares,
    usage,
)
from spacy_paraphrase.many.redundancy import NEW, verdict_of_relation
from spacy_paraphrase.many.selection import (
    Merging,
    by_similarity,
    by_verdict,
    mmr,
    novelty,
    select,
    select_with,
)
from spacy_paraphrase.many.summaries import (
    Summarizing,
    mark_summary,
    summarize,
    summary_job,
)
from spacy_paraphrase.many.terms import background, stems_of

SIMILAR = {(0, 1): 0.8, (0, 2): 0.1, (1, 2): 0.1, (0, 3): 0.3, (2, 3): 0.6, (1, 3): 0.2}
SCORES = [1.0, 0.9, 0.8, 0.7]
ONES = [1] * 4

BANK = {
    "cluster": "bank",
    "documents": [
        {
            "id": "a",
            "date": "2024-05-02",
            "title": "Central bank raises rates",
            "sentences": [
                "The central bank raised interest rates by a quarter point.",
                "Shares of house builders fell after the decision.",
            ],
        },
        {
            "id": "b",
            "date": "2024-05-02",
            "text": "Interest rates were raised by the central bank. "
            "Mortgages will cost more from June on, brokers said.",
        },
        {
            "id": "c",
            "date": "2024-05-03",
            "text": "On Thursday the central bank raised its interest rates by a quarter point. "
            "Shares of house builders rose after the decision.",
        },
    ],
}


@pytest.fixture(scope="module")
def fuser():
    """Return a pipeline that makes unions."""
    return spacy_paraphrase.load(tier="fast", sentence_fuser={"kinds": ["union"]})


def similar(one, other):
    return SIMILAR.get((one, other), SIMILAR.get((other, one), 0.0))


def of(*texts, **more):
    return {"cluster": 1, "documents": [{"id": 1, "sentences": [*texts]}], **more}


def ids(summary):
    return [each.id for each in summary.sentences]


@pytest.mark.parametrize(("threshold", "expected"), [(0.7, [0, 2, 3]), (0.5, [0, 2])])
def test_4_the_cosine_reranker_drops_what_is_too_similar(threshold, expected):
    found = select(by_similarity(SCORES, similar, threshold), ONES, 4)
    assert found.chosen == expected
    assert found.dropped[0] == (1, 0, "duplicate")


@pytest.mark.parametrize(("trade", "expected"), [(0.7, [0, 2, 1, 3]), (0.5, [0, 2, 1, 3])])
def test_5_mmr(trade, expected):
    rerank = mmr(SCORES, similar, trade)
    found = select(rerank, ONES, 4)
    assert found.chosen == expected
    if trade == 0.7:
        assert [rerank.value(k, [0]) for k in (1, 2, 3)] == pytest.approx([0.39, 0.53, 0.40])
        assert [rerank.value(k, [0, 2]) for k in (1, 3)] == pytest.approx([0.39, 0.31])
    else:
        assert [rerank.value(k, [0, 2]) for k in (1, 3)] == pytest.approx([0.05, 0.05])


def test_6_novelty_prefers_what_follows_a_chosen_sentence():
    scores, before = [1.0, 0.5, 0.55], [None, 0, None]
    assert select(novelty(scores, lambda a, b: 0.0, 0.65, before), ONES[:3], 3).chosen == [0, 1, 2]
    assert select(by_similarity(scores, lambda a, b: 0.0), ONES[:3], 3).chosen == [0, 2, 1]


def test_7_verdicts():
    known = {
        (1, 0): verdict_of_relation("restates", 0.9),
        (2, 0): verdict_of_relation("generalizes", 0.9),
        (3, 0): verdict_of_relation("equals", 0.9, conflict=True),
        (5, 4): verdict_of_relation("specifies", 0.9),
    }

    def verdicts(place, chosen):
        return [known.get((place, other), NEW) for other in chosen]

    found = select(by_verdict([6, 5, 4, 3, 2, 1], verdicts), [1] * 6, 6)
    assert found.chosen == [0, 3, 5]
    assert found.dropped == [(1, 0, "duplicate"), (2, 0, "covers"), (4, 5, "covers")]
    assert found.conflicts == [(0, 3)]


def test_7_a_specific_sentence_needs_room_and_replaces_none_in_conflict():
    specific = verdict_of_relation("specifies", 0.9)
    found = select(by_verdict([2, 1], lambda place, chosen: [specific] * len(chosen)), [3, 9], 8)
    assert (found.chosen, found.dropped, found.too_long) == ([0], [], [1])
    known = {(1, 0): verdict_of_relation("none", 0, True), (2, 0): specific}
    rerank = by_verdict([3, 2, 1], lambda k, chosen: [known.get((k, o), NEW) for o in chosen])
    assert select(rerank, [1] * 3, 3).chosen == [0, 1, 2]


OVERLAP = verdict_of_relation("intersects", 0.9)


def merging(known, lengths, budget, merge, scores=(4, 3, 2, 1), partners=()):
    def verdicts(place, chosen):
        return [known.get((place, other), NEW) for other in chosen]

    rerank = by_verdict(scores[: len(lengths)], verdicts)
    return select(rerank, lengths, budget, merging=Merging(lambda place: partners, merge))


def test_sentences_that_overlap_are_merged_if_that_is_shorter():
    known = {(1, 0): OVERLAP, (2, 1): OVERLAP, (3, 0): NEW}
    found = merging(known, [5, 5, 5, 5], 20, {(0, 1): 7, (0, 1, 2): 9}.get)
    assert (found.chosen, found.merged, found.too_long) == ([0, 1, 2, 3], {(0, 1, 2): 9}, [])
    assert found.units == [(0, 1, 2), (3,)]
    longer = merging(known, [5, 5, 5, 5], 20, {(0, 1): 10}.get)
    assert (longer.chosen, longer.merged) == ([0, 1, 2, 3], {})
    never = merging(known, [5, 5, 5, 5], 20, lambda places: None)
    assert (never.chosen, never.merged) == ([0, 1, 2, 3], {})


def test_what_is_merged_keeps_the_budget():
    found = merging({(1, 0): OVERLAP}, [5, 5], 6, {(0, 1): 7}.get)
    assert (found.chosen, found.merged, found.too_long) == ([0], {}, [1])
    found = merging({(1, 0): OVERLAP}, [5, 5], 7, {(0, 1): 7}.get)
    assert (found.chosen, found.merged) == ([0, 1], {(0, 1): 7})


def test_partners_are_merged_before_the_room_is_used_up():
    known = {(2, 0): OVERLAP, (3, 0): verdict_of_relation("restates", 0.9)}
    merge = {(0, 2): 7}.get
    found = merging(known, [5, 5, 5, 5], 11, merge)
    assert (found.units, found.too_long) == ([(0,), (1,)], [2])
    found = merging(known, [5, 5, 5, 5], 11, merge, partners=(3, 2, 1))
    assert (found.units, found.too_long) == ([(0, 2)], [1])
    assert found.dropped == [(3, 0, "duplicate")]


REPEATS = verdict_of_relation("intersects", 0.9)._replace(name="repeats", keep="target")


def test_what_mostly_repeats_a_sentence_is_merged_or_goes():
    found = merging({(1, 0): REPEATS}, [5, 5], 20, {(0, 1): 7}.get)
    assert (found.units, found.dropped) == ([(0, 1)], [])
    found = merging({(1, 0): REPEATS}, [5, 5], 20, {}.get)
    assert (found.units, found.dropped) == ([(0,)], [(1, 0, "repeats")])
    says_more = REPEATS._replace(keep="source")
    found = merging({(1, 0): says_more}, [5, 5], 20, {}.get)
    assert (found.units, found.dropped) == ([(1,)], [(0, 1, "repeats")])
    known = {(1, 0): OVERLAP, (2, 0): says_more}  # what is merged stays
    found = merging(known, [5] * 3, 20, {(0, 1): 7}.get)
    assert (found.units, found.dropped) == ([(0, 1)], [(2, 0, "repeats")])


def test_what_is_in_conflict_is_not_merged():
    conflict = verdict_of_relation("intersects", 0.9, conflict=True)
    found = merging({(1, 0): conflict, (2, 1): OVERLAP}, [5] * 3, 20, {(1, 2): 6}.get)
    assert (found.conflicts, found.merged) == ([(0, 1)], {})
    found = merging({(2, 1): conflict, (2, 0): OVERLAP}, [5] * 3, 20, {(0, 2): 6}.get)
    assert (found.conflicts, found.merged) == ([(1, 2)], {})


def test_what_says_all_of_a_merged_one_is_merged_or_stands_beside_it():
    covers = verdict_of_relation("specifies", 0.9)
    known = {(1, 0): OVERLAP, (2, 0): covers}
    found = merging(known, [5] * 3, 20, {(0, 1): 7, (0, 1, 2): 8}.get)
    assert (found.units, found.dropped) == ([(0, 1, 2)], [])
    found = merging(known, [5] * 3, 20, {(0, 1): 7}.get)
    assert (found.units, found.dropped) == ([(0, 1), (2,)], [])


def test_8_interactive_selection():
    seen = []

    def choose(ranked):
        seen.append([(each.place, round(each.value, 3)) for each in ranked])
        return 0

    said = {(1, 0): 0.95}
    for trade, second in ((0.8, [(1, 0.53), (2, 0.4)]), (0.5, [(2, 0.25), (1, -0.025)])):
        seen.clear()

        def redundancy(place, chosen):
            return max((said.get((place, other), 0.0) for other in chosen), default=0.0)

        found = select_with(choose, [1, 0.9, 0.5], redundancy, [1] * 3, 2, trade=trade)
        assert seen[1] == second
        assert found.chosen == [0, second[0][0]]


def test_8_what_stands_above_a_pick_is_halved():
    shown = []

    def choose(ranked):
        shown.append(ranked)
        return 4 if len(shown) == 1 else None

    relevance = [1.0, 0.9, 0.8, 0.7, 0.6, 0.55]
    found = select_with(choose, relevance, lambda k, chosen: 0.0, [1] * 6, 3, trade=1.0)
    assert [(each.place, each.value) for each in shown[1]] == [
        (5, 0.55),
        (0, 0.5),
        (1, 0.45),
        (2, 0.4),
        (3, 0.35),
    ]
    assert found.chosen == [4, 5, 0]  # the rest is filled in
    assert found.ranks == {4: 5}


def test_8_a_choice_that_is_none():
    for choice in (3, -1, "x"):
        with pytest.raises(ParaphraseError, match="P950"):
            summarize(of("A cat."), choose=lambda ranked, choice=choice: choice)


def test_8_a_user_picks_sentences_of_a_cluster():
    picks = iter([1, None])

    def choose(ranked):
        return next(picks)

    settings = Summarizing(budget=20, shortest=4)
    told = summarize({**BANK, "query": "shares of builders"}, settings, choose=choose)
    assert sorted({each.reason for each in told.sentences}) == ["filled in", "picked at rank 2"]
    assert "c:2" in ids(told)  # the second of the two that speak of shares


def test_9_content_importance():
    source, contrast, response = [*"abac"], [*"ab"], [*"acc"]
    assert shares(source)["a",] == 0.5
    assert positions(source)["c",] == 1
    assert contrasts(source, contrast) == {("a",): 0, ("b",): -0.25, ("c",): 0.25}
    assert content_score(presence(source), response) == 1
    assert content_score(shares(source), response) == pytest.approx(1 / 3)
    assert content_score(shares(source), []) == 0
    assert shares(source, 2)["a", "b"] == 0.25
    assert usage(source, good=[["a"], ["a", "c"]]) == {("a",): 1, ("b",): 0, ("c",): 0.5}
    assert usage(source, [["a"]], [["a"], ["b"]]) == {("a",): 0.5, ("b",): -0.5, ("c",): 0}


def test_content_counts_in_other_words_too():
    texts = "Daily coffee reduces the risk.", "Coffee diminishes the risk, they say."
    doc = spacy_paraphrase.compare(*texts)
    source, target = linked_stems(doc)
    assert source == stems_of(texts[0])
    assert target == stems_of("Coffee reduces the risk, they say.")
    weights = presence(source)
    assert linked_content_score(weights, doc) == pytest.approx(4 / 6)
    assert content_score(weights, stems_of(texts[1])) == pytest.approx(3 / 6)
    assert linked_content_score(presence(source, 2), doc, 2) == pytest.approx(3 / 6)
    assert [*realised(positions(source), target)] == [("risk",), ("the",), ("reduc",), ("coffe",)]
    assert ("reduc",) not in realised(weights, stems_of(texts[1]))
    assert linked_content_score({}, doc) == 0


def test_what_is_more_special_is_not_the_same_content():
    doc = spacy_paraphrase.compare("A puppy sleeps.", "A dog sleeps.")
    assert linked_stems(doc)[1] == ["a", "dog", "sleep"]


WORDS = st.lists(st.sampled_from("storm town bank rates cat the".split()), min_size=1, max_size=9)


@given(
    st.lists(WORDS.map(" ".join), min_size=1, max_size=7),
    st.integers(0, 30),
    st.sampled_from(["words", "characters", "sentences"]),
    st.sampled_from(["sod", "cosine", "mmr", "novelty", "lead", "random"]),
    st.sampled_from(["skip", "stop"]),
)
def test_10_a_summary_keeps_its_budget_and_the_order(texts, budget, unit, rerank, fill):
    settings = Summarizing(rerank, budget, unit, fill, shortest=0)
    cluster = {
        "cluster": 1,
        "documents": [{"id": k, "sentences": [text]} for k, text in enumerate(texts)],
    }
    found = summarize(cluster, settings)
    used = {
        "words": len(found.text.split()),
        "characters": len(found.text),
        "sentences": len(found.sentences),
    }
    assert used[unit] <= budget
    numbers = [int(id.partition(":")[0]) for id in ids(found)]
    assert numbers == sorted(numbers)
    assert len(found.sentences) + len(found.dropped) + found.unfit == len(texts)
    turned = {**cluster, "documents": cluster["documents"][::-1]}
    assert summarize(turned, settings) == found


def test_10_seeds_fix_random():
    texts = [f"Sentence number {k} of a cluster." for k in range(20)]
    made = [
        ids(summarize(of(*texts), Summarizing("random", 3, "sentences", shortest=0, seed=seed)))
        for seed in (1, 1, 2)
    ]
    assert made[0] == made[1] != made[2]


def test_10_order_is_by_date_then_document():
    documents = [*BANK["documents"]]
    random.Random(1).shuffle(documents)
    documents.append({"id": "0", "sentences": ["A document without a date comes last."]})
    _, _, found = read_cluster({"cluster": 1, "documents": documents})
    assert [each.id for each in found] == ["a:1", "a:2", "b:1", "b:2", "c:1", "c:2", "0:1"]


def test_10_lead_goes_round_the_documents():
    found = summarize(BANK, Summarizing("lead", 4, "sentences", shortest=0))
    assert ids(found) == ["a:1", "a:2", "b:1", "c:1"]


def test_11_features_are_shares():
    _, query, found = read_cluster({**BANK, "query": "house builders"})
    idf = background([each.text for each in found]).idf
    made = features(found, idf, ["hous", "builder"])
    assert set(made) == set(FEATURES)
    assert all(0 <= value <= 1 for values in made.values() for value in values)
    assert all(max(values) == 1 for values in made.values())
    assert made["position"] == [1, 0.5, 1, 0.5, 1, 0.5]
    assert made["query_overlap"] == [0, 1, 0, 0, 0, 1]
    assert query == "house builders"


def test_11_a_title_equal_to_a_sentence():
    document = {"id": 1, "title": "Storm hits town", "sentences": ["It rains.", "Storm hits town."]}
    _, _, found = read_cluster({"cluster": 1, "documents": [document]})
    assert features(found, lambda stem: 1.0)["simwf"] == [0, pytest.approx(1)]


def test_relations_tell_what_is_said_again_and_what_conflicts(nlp):
    found = summarize(BANK, Summarizing(budget=40, shortest=5), nlp)
    assert ids(found) == ["a:2", "b:2", "c:1", "c:2"]
    assert {each.id: each.conflicts for each in found.sentences if each.conflicts} == {
        "a:2": ("c:2",),
        "c:2": ("a:2",),
    }
    reasons = [each.reason for each in found.sentences]
    assert reasons[2] == "position 1.00, centroid 1.00"
    assert reasons[0].startswith("position 0.50, centroid 0.48; new 0.")
    assert [(each.id, each.because_of, each.verdict) for each in found.dropped] == [
        ("a:1", "c:1", "covers"),
        ("b:1", "c:1", "covers"),
    ]
    made = "".join(summary_page([found]))
    assert "b:1: covered by c:1" in made
    assert "cannot be true together with a:2" in made
    assert "bank: 4 sentences, 2 dropped, in conflict" in made


HILL = [
    "Hill, 50, would be the first person executed for killing a doctor.",
    "On Wednesday, Hill is to become the first person executed for murdering a doctor.",
]
FUSED = "On Wednesday, Hill, 50, is to become the first person executed for murdering a doctor."
JETER = (
    "Jeter, who dislocated his left shoulder in a collision in March, took batting practice on "
    "the field for the first time on Monday evening."
)
SHORT = "Jeter took batting practice on the field for the first time on Monday evening."


def test_sentences_that_overlap_become_one_with_where_it_comes_from(fuser):
    cluster = {
        "cluster": 1,
        "documents": [{"id": k, "sentences": [text]} for k, text in enumerate(HILL, 1)],
    }
    settings = Summarizing(budget=40, shortest=0, fuse=True)
    [made] = summarize(cluster, settings, fuser).sentences
    assert (made.id, made.text, made.cut) == ("1:1", FUSED, ())
    assert [(part.id, part.doc, part.text) for part in made.made_of] == [
        ("1:1", 1, HILL[0]),
        ("2:1", 2, HILL[1]),
    ]
    docs = {f"{k}:1": fuser.make_doc(text) for k, text in enumerate(HILL, 1)}
    words = dict(made.provenance)
    assert words["50"] == (("1:1", 2),)
    assert {id for id, _ in words["first"]} == {"1:1", "2:1"}
    for word, places in made.provenance:  # "murdering" stands for "killing", too
        texts = {docs[id][token].lower_ for id, token in places}
        assert word.lower() in (texts or {","})
    plain = summarize(cluster, Summarizing(budget=40, shortest=0), fuser)
    assert [each.made_of for each in plain.sentences] == [()]
    assert [each.verdict for each in plain.dropped] == ["repeats"]
    turned = {**cluster, "documents": cluster["documents"][::-1]}
    assert summarize(turned, settings, fuser).sentences == (made,)
    tight = summarize(cluster, Summarizing(budget=14, shortest=0, fuse=True), fuser)
    assert [each.text for each in tight.sentences] == [HILL[0]]
    assert tight.unfit + len(tight.dropped) == 1


def test_long_sentences_go_without_their_asides(fuser):
    for budget in (40, 15):  # there is no room for all of it
        [made] = summarize(
            of(JETER), Summarizing(budget=budget, shortest=0, shorten=True), fuser
        ).sentences
        assert made.text == SHORT
        assert made.cut == (", who dislocated his left shoulder in a collision in March,",)
        assert [part.text for part in made.made_of] == [JETER]
    asked = of(JETER, query="shoulder of Jeter")
    [made] = summarize(asked, Summarizing(shortest=0, shorten=True), fuser).sentences
    assert (made.text, made.made_of) == (JETER, ())


def test_the_last_sentence_is_shortened_to_the_room_that_is_left(fuser):
    aside = "The mayor of Halvik, a former baker, opened the new bridge over the Maren on Monday."
    texts = ["A storm hit the town of Kelmere on Sunday and closed two roads.", aside]
    short = "The mayor of Halvik opened the new bridge over the Maren on Monday."
    for budget, expected in ((25, [texts[0]]), (26, [texts[0], short]), (29, texts)):
        settings = Summarizing("cosine", budget, shortest=0, shorten=True)
        assert [each.text for each in summarize(of(*texts), settings, fuser).sentences] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (JETER, SHORT),
        # What is not set off is what the sentence is about.
        ("A court on Thursday overturned the order that would have forced the firm to pay.", None),
        # The comma before the aside closes another one.
        ("Boudin, 60, a former member of the group, was granted parole last month.", None),
        # The comma behind it parts what was said from who said it.
        (
            "Diodes are growing in popularity, enticing many buyers away, the firm said.",
            "Diodes are growing in popularity, the firm said.",
        ),
        # What stands behind it hangs on what stands before it.
        ("He told the story, which nobody believed, to a friend in the city.", None),
        # What is left would be too little; a list; a count.
        (
            "Alaska lost a part on Tuesday, when a blaze burnt down the old house in the north.",
            None,
        ),
        ("Peterson is charged with the slayings of his wife, Laci, and their unborn son.", None),
        ("A strong earthquake hit the south of Iran on Sunday, killing at least ten people.", None),
    ],
)
def test_asides(fuser, text, expected):
    [made] = shortened(fuser, [text])
    assert (made and made.text) == expected


def test_several_sentences_in_one_text_stay_as_they_are(fuser):
    assert shortened(fuser, [f"{JETER} It rains."]) == [None]


def test_what_condenses_needs_a_pipeline(nlp):
    for settings in (Summarizing(fuse=True), Summarizing(shorten=True)):
        with pytest.raises(ParaphraseError, match="P950"):
            summarize(of("It rains."), settings)
    with pytest.raises(ParaphraseError, match="P018"):
        summarize(of(*HILL), Summarizing(shortest=0, fuse=True), nlp)


def test_clusters_are_a_job(nlp):
    settings = Summarizing(budget=40, shortest=5)
    clusters = [{**BANK, "cluster": k} for k in (2, 1)]
    made = list(run_loop(summary_job(settings), clusters))
    assert made == [summarize(each, settings, nlp).to_json() for each in clusters[::-1]]
    with pytest.raises(ParaphraseError, match="P954"):
        list(run_loop(summary_job(settings, None), [BANK, BANK]))


# Bad input (spec 07 §11).


def test_an_empty_cluster_and_documents_without_sentences():
    for documents in ([], [{"id": 1, "text": ""}], [{"id": 1, "sentences": []}]):
        found = summarize({"cluster": 1, "documents": documents})
        assert (found.sentences, found.flags, found.needed) == ((), ("no sentences",), None)


def test_short_sentences_alone_are_considered():
    found = summarize(of("A storm hit the town.", "Roads are closed."))
    assert found.flags == ("only short sentences",)
    assert len(found.sentences) == 2
    long = " ".join(["storm"] * 13)
    assert summarize(of("A storm.", long)).short == 1


def test_a_budget_below_the_shortest_sentence():
    found = summarize(of("A storm hit the town.", "Roads are closed."), Summarizing(budget=2))
    assert (found.sentences, found.needed, found.unfit) == ((), 3, 2)
    assert found.to_json()["needed"] == 3


def test_a_query_without_known_words():
    found = summarize(of("A storm hit the town.", query="chess"))
    assert "unknown query" in found.flags
    assert len(found.sentences) == 1


def test_a_query_leads():
    texts = ["A storm hit the town.", "Two roads are closed.", "A chess player won a prize."]
    settings = Summarizing(budget=1, unit="sentences", shortest=0)
    assert ids(summarize(of(*texts), settings)) == ["1:1"]
    weights = {"position": 0.1, "query_cosine": 1}
    settings = Summarizing(budget=1, unit="sentences", shortest=0, weights=weights)
    assert ids(summarize(of(*texts, query="Who plays chess?"), settings)) == ["1:3"]


@pytest.mark.parametrize(
    "settings",
    [
        {"trade": 1.5},
        {"threshold": -0.1},
        {"threshold": float("nan")},
        {"weights": {"position": float("inf")}},
        {"weights": {"colour": 1.0}},
        {"budget": -1},
        {"budget": 2.5},
        {"rerank": "best"},
        {"unit": "lines"},
        {"rerank": "mmr", "fuse": True},
    ],
)
def test_settings_that_cannot_be(settings):
    with pytest.raises(ParaphraseError, match="P950"):
        Summarizing(**settings)


def test_ids_that_come_twice():
    with pytest.raises(ParaphraseError, match=r"P951.*record 1 and record 2"):
        summarize({"cluster": 1, "documents": [{"id": 1, "text": "A."}, {"id": 1, "text": "B."}]})
    twice = [{"id": 7, "text": "A cat."}, {"id": 7, "text": "A dog."}]
    with pytest.raises(ParaphraseError, match="P951"):
        summarize(of(*twice))


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"cluster": 1}, "P954"),
        ({"cluster": 1, "documents": ["text"]}, "P954"),
        ({"cluster": 1, "documents": [{"id": 1}]}, "P954"),
        ({"cluster": 1, "documents": [{"id": 1, "sentences": [1]}]}, "P954"),
        ({"cluster": 1, "documents": [{"id": 1, "title": 3, "text": "A."}]}, "P954"),
        ({"cluster": 1, "documents": [], "query": 3}, "P954"),
        ({"cluster": 1, "documents": [{"text": "A."}]}, "P503"),
        ({"cluster": 1, "documents": [{"id": 1, "sentences": [" "]}]}, "P503"),
        ({"documents": []}, "P503"),
    ],
)
def test_clusters_that_cannot_be_read(record, code):
    with pytest.raises(ParaphraseError, match=code):
        summarize(record)


def test_identical_sentences_are_one_with_a_count():
    for rerank in ("sod", "mmr", "lead", "random"):
        settings = Summarizing(rerank, shortest=0)
        found = summarize(of("Roads are closed.", "roads ARE closed", "It rains."), settings)
        assert [(each.id, each.copies) for each in found.sentences] == [("1:1", 2), ("1:3", 1)]
        assert found.dropped[0][2:] == ("1:1", "duplicate", ())


def test_sentences_without_content_words_are_no_reason_to_fail():
    found = summarize(of("...", "It is.", "A storm hit the town."), Summarizing(shortest=0))
    assert all(each.score == each.score for each in found.sentences)


def test_a_single_document():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    doc = nlp("A storm hit the town. It rains. A storm hit the town. Two roads are closed.")
    marked = mark_summary(doc, Summarizing(budget=2, unit="sentences", shortest=3))
    assert [span.text for span in marked] == ["A storm hit the town.", "Two roads are closed."]
    settings = Summarizing(budget=2, unit="sentences", shortest=3, fuse=True, shorten=True)
    assert mark_summary(doc, settings).attrs == marked.attrs  # sentences as they stand
    copy = spacy.tokens.Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert copy.spans["summary"].attrs["scores"] == pytest.approx(marked.attrs["scores"])
    assert len(copy.spans["summary"].attrs["reasons"]) == 2
    with pytest.raises(ParaphraseError, match="P954"):
        mark_summary(spacy.blank("en")("No sentences are marked here."))


def test_another_language_goes_without_its_word_weights():
    texts = ["Een storm trof de stad.", "De storm trof de stad.", "Twee wegen zijn dicht."]
    found = summarize(of(*texts), Summarizing(language="nl", shortest=0))
    assert ids(found) == ["1:1", "1:3"]
