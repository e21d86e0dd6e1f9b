"""TERp and plain TER, by the numbers of specs/03-scoring.md: tests S1 to S5."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.scoring.edit_phrases import EditPhraseTable
from spacy_paraphrase.scoring.terp import (
    PRESETS,
    Costs,
    best_of,
    check_costs,
    document_score,
    ter,
    terp,
)
from spacy_paraphrase.scoring.words import WordLookup, is_stop_word, porter_stem, synonyms

ALIGN = PRESETS["align"]
ENGLISH = WordLookup(porter_stem, None, is_stop_word)
# The folder `test` of the public repository snover/terp, for the nine segments of its release.
RELEASE = os.environ.get("TERP_RELEASE")

MICE = "cats chase mice daily"
ROADBLOCK = "police secured the army roadblock today"
BARRIER = "police secured the military barrier today"


def edits(target, source, costs=ALIGN, lookup=ENGLISH, **more):
    return terp(source.split(), target.split(), costs, lookup=lookup, **more)


@pytest.mark.parametrize(
    ("target", "source", "ops", "shifts", "cost", "score"),
    [
        (MICE, MICE, "    ", 0, 0, 0),
        ("cats often chase mice daily", MICE, " I   ", 0, 0.26, 0.0650),
        ("cats chase daily", MICE, "  D ", 0, 1.43, 0.3575),
        ("cats chase birds daily", MICE, "  S ", 0, 1.56, 0.3900),
        ("mice daily cats chase", MICE, "    ", 1, 0.56, 0.1400),
        (
            "yesterday the committee rejected the plan",
            "the committee rejected the plan yesterday",
            "      ",
            1,
            0.56,
            0.0933,
        ),
        (BARRIER, ROADBLOCK, "   SS ", 0, 3.12, 0.5200),
        ("dogs", MICE, "DDDS", 0, 5.85, 1.0),
        ("", "a b c", "DDD", 0, 4.29, 1.0),
    ],
)
def test_s1_edits(target, source, ops, shifts, cost, score):
    found = edits(target, source)
    assert (found.opstring(), len(found.shifts)) == (ops, shifts)
    assert (found.cost, found.score) == pytest.approx((cost, score), abs=1e-4)


def test_the_block_that_goes_to_the_front():
    found = edits("mice daily cats chase", MICE)
    assert found.shifts[0][:3] == (2, 4, -1)
    assert found.order == (2, 3, 0, 1)


@pytest.mark.parametrize(
    ("probability", "cost", "score"),
    [
        (0.01, 1.2651, 0.2109),
        (0.1, 0.7746, 0.1291),
        (0.5, 0.3477, 0.0579),
        (0.9, 0.1284, 0.0214),
        (1, 0.0820, 0.0137),
    ],
)
def test_s1_phrases(probability, cost, score):
    table = EditPhraseTable([(["army", "roadblock"], ["military", "barrier"], probability)])
    found = edits(BARRIER, ROADBLOCK, phrases=table)
    assert found.opstring() == "   P "
    assert (found.cost, found.score) == pytest.approx((cost, score), abs=1e-4)
    assert found.ops[3].inner == pytest.approx(3.12)


@pytest.mark.parametrize(
    ("inner", "costs"),
    [
        (1.56, (0.5176, 0.2723, 0.0588, 0, 0)),
        (4.42, (1.8881, 1.1932, 0.5884, 0.2777, 0.2120)),
    ],
)
def test_s1_the_formula_of_phrases(inner, costs):
    found = [ALIGN.of_phrase(inner, p) for p in (0.01, 0.1, 0.5, 0.9, 1)]
    assert found == pytest.approx(costs, abs=1e-4)
    assert ALIGN.of_phrase(inner, 0) == float("inf")


BANK = "the bank had foreseen recently this month a 2.5 percent decline ."
CENTRAL = "the central bank recently had anticipated some decline of 2.5 percent ."


def foreseen(word):
    return frozenset({1} if word in ("foreseen", "anticipated") else ())


@pytest.mark.parametrize(
    ("costs", "ops", "cost"),
    [
        (Costs(1, 1, 2.5, shift=0.1), " D   YD DIII   ", 6.2),
        (PRESETS["fluency"], " D   YD DIII   ", 5.33),
        (ALIGN, " D   YS IS   ", 5.93),
        (Costs(shift=0.1), " D   YS IS   ", 4.2),
    ],
)
def test_s2_stems_and_synonyms(costs, ops, cost):
    found = edits(BANK, CENTRAL, costs, WordLookup(porter_stem, foreseen, is_stop_word))
    assert (found.opstring(), len(found.shifts)) == (ops, 2)
    assert found.cost == pytest.approx(cost)


def test_s2_shifted_words():
    lookup = WordLookup(porter_stem, foreseen, is_stop_word)
    found = edits(BANK, CENTRAL, Costs(1, 1, 2.5, shift=0.1), lookup)
    words = BANK.split()
    shifted = "the bank recently had foreseen decline this month a 2.5 percent ."
    assert [words[j] for j in found.order] == shifted.split()


def test_s2_plain():
    assert ter(CENTRAL.split(), BANK.split()).cost == 7


PAIRS = [
    ("yields", "gave"),
    ("us", "u.s."),
    ("nearly", "almost"),
    ("beginning", "start"),
    ("dropped", "fell"),
    ("drop", "fall"),
    ("results", "outcome"),
]


@pytest.mark.skipif(not RELEASE, reason="needs the test folder of snover/terp in TERP_RELEASE")
def test_s3_the_segments_of_the_release():
    text = (Path(RELEASE) / "correct_output" / "terpa.simple.pra").read_text("utf-8")
    segments = re.findall(
        r"^Reference: (.*)\nHypothesis: (.*)\n.*\n"
        r"Alignment: \((.*)\)\n(?:.*\n)*?Score: \S+ \((\S+) /",
        text,
        re.M,
    )
    table = EditPhraseTable(
        [(["sharp", "drop"], ["sharp", "fall"], 0.2), (["american"], ["u.s."], 1)]
    )
    lookup = WordLookup(
        porter_stem,
        lambda word: frozenset(k for k, pair in enumerate(PAIRS) if word in pair),
        is_stop_word,
    )
    found = [
        edits(target, source, PRESETS["terpa"], lookup, phrases=table)
        for source, target, _, _ in segments
    ]
    assert [one.opstring() for one in found] == [ops for _, _, ops, _ in segments]
    costs = [float(cost) for *_, cost in segments]
    assert [one.cost for one in found] == pytest.approx(costs, abs=1e-3)
    assert document_score(found) == pytest.approx(0.48476032364086474, abs=1e-6)
    plain = [ter(source.split(), target.split()).cost for source, target, _, _ in segments]
    assert plain == [7, 10, 8, 7, 4, 11, 15, 8, 20]


WORDS = st.lists(st.sampled_from("a b c d e running runs the".split()), max_size=12)


@given(WORDS, WORDS)
def test_s4_plain_ter_is_that_of_sacrebleu(source, target):
    lib_ter = pytest.importorskip("sacrebleu.metrics.lib_ter")
    assert ter(source, target).cost == lib_ter.translation_edit_rate(target, source)[0]


def test_s4_plain_ter_on_real_pairs(request):
    """500 pairs of the sample, each sentence with those behind it: short and long ones."""
    lib_ter = pytest.importorskip("sacrebleu.metrics.lib_ter")
    path = request.config.rootpath / "assets" / "sample" / "fusions.jsonl"
    if not path.exists():
        pytest.skip("no sample")
    import json

    texts = [json.loads(line) for line in path.read_text("utf-8").splitlines()[:500]]
    pairs = [(text["source"].lower().split(), text["target"].lower().split()) for text in texts]
    assert len(pairs) == 500
    found = [ter(*pair).cost for pair in pairs]
    assert found == [lib_ter.translation_edit_rate(b, a)[0] for a, b in pairs]


PRICED = st.sampled_from([*PRESETS.values(), Costs(0.3, 0.4, 0.5, shift=0.2)])


@given(WORDS, WORDS, PRICED)
def test_s5_every_word_is_in_one_edit(source, target, costs):
    found = terp(source, target, costs, lookup=ENGLISH)
    assert [i for edit in found.ops for i in edit.source] == list(range(len(source)))
    used = [j for edit in found.ops for j in edit.target]
    assert used == list(found.order)
    assert sorted(used) == list(range(len(target)))
    told = sum(edit.cost for edit in found.ops) + sum(shift.cost for shift in found.shifts)
    assert found.cost == pytest.approx(told)


@given(WORDS, PRICED)
def test_s5_identical_words_need_no_edit(words, costs):
    found = terp(words, words, costs, lookup=ENGLISH)
    assert (found.cost, found.score, found.opstring().strip()) == (0, 0, "")


@given(WORDS, WORDS, PRICED)
def test_s5_more_knowledge_costs_no_more(source, target, costs):
    def cost(lookup, phrases=None):
        found = terp(source, target, costs, lookup=lookup, phrases=phrases, shifts=None)
        return found.cost

    plain = cost(WordLookup())
    table = EditPhraseTable([(["a", "b"], ["c"], 0.5), (["d"], ["e", "a"], 1)])
    assert cost(WordLookup(porter_stem)) <= plain + 1e-9
    assert cost(WordLookup(groups=lambda w: frozenset({w in "ab"}))) <= plain + 1e-9
    assert cost(WordLookup(), table) <= plain + 1e-9


@given(WORDS, WORDS, st.sampled_from([0.5, 2.0, 4.0]))
def test_s5_costs_scale(source, target, k):
    costs = PRESETS["terpa"]
    scaled = Costs(
        k * costs.insertion,
        k * costs.deletion,
        k * costs.substitution,
        shift=k * costs.shift,
        phrase=(k * costs.phrase[0], *costs.phrase[1:]),
    )
    table = EditPhraseTable([(["a", "b"], ["c"], 0.5), (["d"], ["e", "a"], 1)])
    more = {"lookup": ENGLISH, "phrases": table, "cap": False}
    cost = terp(source, target, costs, **more).cost
    assert terp(source, target, scaled, **more).cost == pytest.approx(k * cost)


def test_s5_free_shifts_end():
    costs = replace(ALIGN, shift=0.0)
    found = edits("d c b a d c b a", "a b c d a b c d", costs, WordLookup())
    assert all(shift.cost == 0.01 for shift in found.shifts)
    assert len(found.shifts) <= 50


PHRASE = st.lists(st.sampled_from("a b c d".split()), min_size=1, max_size=3)


@given(WORDS, WORDS, PRICED, st.lists(st.tuples(PHRASE, PHRASE, st.floats(0.01, 1)), max_size=6))
def test_a_fixed_order_is_aligned_as_cheaply_as_can_be(source, target, costs, entries):
    """Against the recurrence, cell by cell."""
    same = WordLookup(porter_stem)
    phrases = EditPhraseTable(entries)
    prices = {
        (tuple(one), tuple(other)): costs.of_phrase(terp(one, other, costs, lookup=same).cost, p)
        for one, other, p in phrases.to_list()
    }
    one, other = same(source), same(target)
    table = [[0.0] * (len(target) + 1) for _ in range(len(source) + 1)]
    for i in range(len(source) + 1):
        for j in range(len(target) + 1):
            ways = []
            if i:
                ways.append(table[i - 1][j] + costs.deletion)
            if j:
                ways.append(table[i][j - 1] + costs.insertion)
            if i and j:
                price = costs.substitution
                if one.stems[i - 1] == other.stems[j - 1] and costs.stem is not None:
                    price = min(price, costs.stem)
                ways.append(table[i - 1][j - 1] + price * (source[i - 1] != target[j - 1]))
            ways += [
                table[i - len(left)][j - len(right)] + price
                for (left, right), price in prices.items()
                if tuple(source[:i][-len(left) :]) == left
                and tuple(target[:j][-len(right) :]) == right
            ]
            table[i][j] = min(ways, default=0.0)
    found = terp(one, other, costs, phrases=phrases, shifts=None)
    assert found.cost == pytest.approx(table[-1][-1])


def test_costs_of_another_preset_price_the_same_edits():
    found = edits("cats often hunt mice", MICE, ALIGN, score_costs=PRESETS["adequacy"])
    aligned = edits("cats often hunt mice", MICE)
    assert found.opstring() == aligned.opstring() == " IS D"
    assert found.cost == pytest.approx(0.18 + 1.71 + 1.42)


def test_phrases_are_priced_again():
    table = EditPhraseTable([(["army", "roadblock"], ["military", "barrier"], 0.5)])
    more = {"phrases": table, "score_costs": PRESETS["hter"]}
    found = edits(BARRIER, ROADBLOCK, ALIGN, **more)
    assert found.ops[3].inner == pytest.approx(2 * 1.55)
    assert found.cost == pytest.approx(PRESETS["hter"].of_phrase(3.1, 0.5))


def test_several_references():
    target = "a b c".split()
    found = best_of([ter(source.split(), target) for source in ("a b c d", "a x y z q r")])
    assert (found.cost, found.score) == (1, 0.2)


def test_documents_count_by_length():
    found = [ter("a b".split(), "a c".split()), ter("a b c d".split(), "a b c d".split())]
    assert document_score(found) == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("source", "target", "score"), [("", "", 0), ("", "a b", 1), ("a", "", 1), ("!", "!", 0)]
)
def test_s22_empty_sides(source, target, score):
    for costs in PRESETS.values():
        found = terp(source.split(), target.split(), costs)
        assert found.score == min(1, score * (costs.deletion if source else 1))


def test_s22_one_word_many_times():
    found = terp(["a"] * 50, ["a", "b"] * 25, lookup=ENGLISH)
    assert 0 < found.score < 1


def test_wordnet_tells_synonyms():
    lookup = WordLookup(porter_stem, synonyms("en"), is_stop_word)
    found = edits("almost ten results", "nearly ten outcomes", lookup=lookup)
    assert found.opstring() == "Y S"


@pytest.mark.parametrize(
    "costs", [Costs(insertion=-1), Costs(shift=float("nan")), Costs(phrase=(1, 2))]
)
def test_costs_that_make_no_sense(costs):
    with pytest.raises(ParaphraseError, match="P207"):
        check_costs(costs)


def test_an_unknown_constraint():
    with pytest.raises(ParaphraseError, match="P207"):
        terp(["a"], ["b"], constraint="loose")
