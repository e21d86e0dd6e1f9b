"""A rule or an expert is counted and switched off, and what that changes is shown."""

from collections.abc import Iterator
from functools import lru_cache, partial
from types import FunctionType

import pytest

import spacy_paraphrase
from public_corpora import corpus
from spacy_paraphrase.analysis.sentence import sentences
from spacy_paraphrase.components.word_pairs import WordExperts


@pytest.fixture
def rule():
    """A function made anew, since it is switched off for good."""

    def is_long(text: str, least: int = 3, *, strict: bool = False) -> "bool":
        return len(text) > least if strict else len(text) >= least

    return is_long


@pytest.fixture
def run(scripts, monkeypatch, capsys):
    """Run the command, and return what it printed, or why it ended."""

    def command(*words):
        monkeypatch.setattr("sys.argv", ["ablate.py", *map(str, words)])
        try:
            scripts.ablate.main()
        except SystemExit as end:
            return end.code
        return capsys.readouterr().out

    return command


def test_all_who_hold_a_function_get_its_neutral_answer(scripts, rule):
    table, bound = {"rule": rule}, partial(rule, least=1)
    cached = lru_cache(rule)
    scripts.switches.switch_off(rule, scripts.switches.neutral_of(rule))
    assert (rule("long"), table["rule"]("long", 2), bound("long"), cached("long")) == (False,) * 4
    assert scripts.switches.plain(cached) is rule


def test_what_is_counted_answers_as_before(scripts, rule):
    count = scripts.switches.watch(rule, bool)
    answers = rule("long"), rule("no"), rule("no", 1), rule("yes", strict=True)
    assert answers == (True, False, True, False)
    assert (count.calls, count.fired) == (4, 2)


def test_findings_are_counted_by_whether_there_is_any(scripts):
    def found(text: str) -> Iterator[str]:
        yield from text.split()

    count = scripts.switches.watch(found, scripts.switches.neutral_of(found))
    assert [list(found("two words")), list(found("")), next(found("first of many"))] == [
        *(["two", "words"], [], "first")
    ]
    assert (count.calls, count.fired) == (3, 2)


@pytest.mark.parametrize(
    ("annotation", "neutral"),
    [
        *(("bool", False), ("str", ""), ("float", 0.0), ("list[int]", []), ("dict[str, int]", {})),
        *(("tuple[int, ...]", ()), ("set[int] | None", None), ("frozenset[str]", frozenset())),
    ],
)
def test_neutral_answers_follow_from_annotations(scripts, rule, annotation, neutral):
    rule.__annotations__["return"] = annotation
    assert scripts.switches.neutral_of(rule)() == neutral


@pytest.mark.parametrize("annotation", ["", "tuple[int, int]", "Sentence"])
def test_where_none_follows_one_has_to_be_named(scripts, rule, annotation):
    rule.__annotations__["return"] = annotation
    with pytest.raises(scripts.switches.NoSwitchError, match="--answer"):
        scripts.switches.neutral_of(rule)


def test_functions_are_found_by_their_names(scripts):
    names = (
        "relations.same_event.same_event",
        "analysis.sentence.Sentence.span_heads",
        "pairs.pair.sides",
    )
    found = [scripts.switches.function_of(name) for name in names]
    assert all(isinstance(each, FunctionType) for each in found)
    assert [each.__name__ for each in found] == ["same_event", "span_heads", "sides"]
    for name in (
        "relations.same_event.nothing",
        "nothing",
        "relations.same_event",
        "pairs.pair.sides.more",
    ):
        with pytest.raises(scripts.switches.NoSwitchError, match="no function"):
            scripts.switches.function_of(name)


def test_yes_or_no_functions_of_a_module_are_listed(scripts):
    found = scripts.switches.yes_or_no("relations.same_event")
    assert "relations.same_event.same_event" in found
    functions = [scripts.switches.function_of(name) for name in found]
    assert {scripts.switches.returns(each) for each in functions} == {"bool"}
    assert {each.__module__ for each in functions} == {"spacy_paraphrase.relations.same_event"}
    with pytest.raises(scripts.switches.NoSwitchError, match="no module"):
        scripts.switches.yes_or_no("relations.nothing")


def test_an_expert_that_is_off_holds_nothing_for_similar(scripts, nlp, monkeypatch):
    monkeypatch.setattr(WordExperts, "opinions", WordExperts.opinions)
    experts = nlp.get_pipe("graph_matcher").experts
    texts = [("A cat sleeps", "The cat sleeps"), ("He left", "Rain fell in May")]
    docs = [spacy_paraphrase.compare(*pair, nlp) for pair in texts]
    pairs = [sentences(doc) for doc in docs]
    before = experts.opinions(pairs)
    count = scripts.switches.expert("identity", off=True)
    after = experts.opinions(pairs)
    assert (count.calls, count.fired) == (2, 1)
    assert before["identity"].any()
    assert not after["identity"].any()
    assert (before["lemma"] == after["lemma"]).all()


def test_what_a_function_changes_is_shown(run, data):
    options = ("--data", data, "--parts", "sick", "--judged", 0)
    said = run("pairs.alignment.Alignment.explain", *options)
    assert "outputs (3 of sick): asked 3 times, fired 3 times" in said
    assert "sick, 3 differences\n      3 in     3 rows  explanation\n" in said
    assert "Prices fell in May .\n  - conflict: rose / fell (opposites)\n" in said


def test_what_never_fires_is_not_tried(scripts, run, data, monkeypatch):
    name, row = "pairs.results.Fusion.to_json", {"id": "1"}
    counts = {name: scripts.switches.Count(calls=7)}, {name: scripts.switches.Count()}
    measured = scripts.ablate.Measured({"sick": [row]}, *counts, {})
    monkeypatch.setattr(scripts.ablate, "runs", lambda _: iter([measured]))
    assert run(name, "--data", data) == (
        f"{name}\noutputs (1 of sick): asked 7 times, fired 0 times\nnothing changes without it\n"
    )


def test_rare_answers_of_a_module_are_tried(run, data):
    said = run("--all", "pairs.results", "--data", data, "--parts", "sick")
    rows = {line.split()[0]: line.split()[1:] for line in said.splitlines()[1:]}
    calls, yes, changed = map(int, rows["pairs.results.SentenceRelation.entailed"])
    assert 0 < yes <= 2 < calls
    assert changed == 1


def test_names_that_are_none_are_told(run, data):
    assert (
        run("relations.nothing", "--data", data)
        == "spacy_paraphrase has no function relations.nothing"
    )
    assert "no module" in run("--all", "nothing", "--data", data)


@pytest.mark.long
def test_judged_sets_are_measured_with_and_without_an_expert(run):
    folder = corpus("relations").parent
    if not (folder / "relations" / "help").is_dir():
        pytest.skip("needs the public corpora")
    options = ("--parts", "sick", "--pairs", 20, "--judged", 20)
    said = run("identity", "--data", folder, *options)
    for name in (
        "SICK A to B",
        "minimal_pairs, accuracy",
        "MSRP overlap, AUC",
        "Edinburgh++ train",
    ):
        [*_, line] = [line for line in said.splitlines() if line.startswith(name)]
        with_it, without, change = map(float, line.split()[-3:])
        assert change == pytest.approx(without - with_it, abs=0.002)
