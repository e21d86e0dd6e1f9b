"""Acceptance test 29, and what the component, its view and the command do."""

import json
import pickle

import pytest
from spacy.tokens import Doc, DocBin

import spacy_paraphrase
from examples import rule_table
from spacy_paraphrase.cli.commands import app
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.generation.lattices.search import best_ways
from spacy_paraphrase.generation.proposers.sources import PhraseTableSource
from spacy_paraphrase.generation.rewrite_checks import Checker, text_of
from spacy_paraphrase.generation.rewrite_results import Rewrite, fold, read_rewrites
from spacy_paraphrase.generation.rewrite_settings import Settings
from spacy_paraphrase.generation.rewriter import RewriteDraft, Rewriting, rewrite
from spacy_paraphrase.lexicon.phrase_table import SmallTable, TableRow
from spacy_paraphrase.ml.encoder import SHIPPED

TEXT = (
    "Mr. Smith, a former lawyer from Ohio, quickly purchased the ancient building in 2003, "
    "although the city council had repeatedly opposed the sale."
)


@pytest.fixture(scope="module")
def rewriter():
    return spacy_paraphrase.load(
        tier="fast", exclude=["sentence_fuser"], sentence_rewriter={"n_best": 2}
    )


@pytest.fixture(scope="module")
def doc(rewriter):
    return rewriter(TEXT)


def test_compresses(doc):
    found = doc._.rewrites[0][0]
    assert found.status == "ok"
    assert found.ratio <= 0.7
    assert found.relation == "specifies"
    assert found.checked
    assert [edit.origin for edit in found.edits] == ["clause", "adv", "adv"]
    assert found.explain()[0] == 'without ", a former lawyer from Ohio,"'


def test_29_json(doc):
    for found in doc._.rewrites[0]:
        data = json.loads(json.dumps(found.to_json()))
        assert Rewrite.from_json(data).to_json() == found.to_json()
    with pytest.raises(ParaphraseError) as error:
        Rewrite.from_json({"text": "x"})
    assert error.value.code == "P804"


def test_29_stores(doc, tmp_path):
    expected = doc._.rewrites
    copies = [
        doc.copy(),
        Doc(doc.vocab).from_bytes(doc.to_bytes()),
        pickle.loads(pickle.dumps(doc)),
        *DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(doc.vocab),
    ]
    for copy in copies:
        assert copy._.rewrites == expected
    assert len(doc.spans["rewrites"]) == 1
    attrs = doc.spans["rewrites"].attrs
    assert (attrs["version"], attrs["n_tokens"]) == (1, len(doc))


@pytest.mark.slow
def test_29_processes(rewriter, doc):
    texts = [TEXT, "It rains."]
    alone = [rewriter(text)._.rewrites for text in texts]
    assert [each._.rewrites for each in rewriter.pipe(texts, n_process=2, batch_size=1)] == alone


def test_batches(rewriter, doc):
    found = list(rewriter.pipe([TEXT, "It rains.", TEXT]))
    assert [each._.rewrites for each in found] == [
        doc._.rewrites,
        rewriter("It rains.")._.rewrites,
        doc._.rewrites,
    ]


def test_saved(rewriter, doc, tmp_path):
    import spacy

    rewriter.to_disk(tmp_path)
    assert spacy.load(tmp_path)(TEXT)._.rewrites == doc._.rewrites


def test_a_rewrite_for_each_sentence(rewriter):
    found = rewriter("The old man left. She, a nurse, stayed here with him.")
    assert len(found._.rewrites) == len(found.spans["rewrites"]) == 2


def test_stale_rewrites_are_told(rewriter):
    other = rewriter("The old man left New York.")
    with other.retokenize() as retokenizer:
        retokenizer.merge(other[4:6])
    with pytest.raises(ParaphraseError) as error:
        read_rewrites(other)
    assert error.value.code == "P006"


def test_no_rewrites_without_the_component(nlp):
    assert nlp("A cat sleeps.")._.rewrites == []


@pytest.mark.parametrize("text", ["", " ", "!", "👍🏽 👎", "a\x00b", "word " * 300])
def test_odd_text(rewriter, text):
    assert all(some for some in rewriter(text)._.rewrites)


@pytest.mark.parametrize(
    ("config", "code"),
    [
        ({"preset": "shrink"}, "P800"),
        ({"max_ratio": 2.0}, "P801"),
        ({"sources": {"x": 3}}, "P008"),
    ],
)
def test_bad_config(nlp, config, code):
    with pytest.raises(ParaphraseError) as error:
        spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"], sentence_rewriter=config)
    assert error.value.code == code


def drafts(nlp, text, rules):
    job = Rewriting(
        nlp(text)[:], Settings(preset="paraphrase", sources=(rule_table(rules),), guards=())
    )
    return job, [draft for draft in job._written(best_ways(job.lattice, 5)) if draft.edits]


@pytest.mark.parametrize(
    ("text", "rules", "reason"),
    [
        ("The court rejected the appeal.", {"rejected": "accepted"}, "conflict"),
        ("A dog sleeps on the sofa.", {"dog": "black puppy"}, "meaning"),
        ("The old man sells cars in town.", {"sells": "seller of the"}, "parse"),
    ],
)
def test_what_says_something_else_is_refused(nlp, text, rules, reason):
    job, found = drafts(nlp, text, rules)
    (verdict,) = Checker(nlp)([(job, found[0])])
    assert not verdict.good
    assert verdict.reason == reason
    assert (
        rewrite(
            nlp(text),
            preset="paraphrase",
            sources=[rule_table(rules)],
            guards=(),
            judge=Checker(nlp),
            allow_identity=False,
        )[0].text
        == text
    )


@pytest.mark.skipif(not SHIPPED.is_dir(), reason="the weights are not made yet")
def test_the_accurate_tier_judges_in_context():
    pytest.importorskip("onnxruntime")
    accurate = spacy_paraphrase.load(tier="accurate", exclude=["sentence_fuser"])
    source = PhraseTableSource(
        SmallTable([TableRow("bank", "lender"), TableRow("bought", "purchased")])
    )
    doc = accurate("She bought a house on the bank of the river.")
    settings = {"preset": "paraphrase", "allow_identity": False, "sources": [source]}
    (found,) = rewrite(doc, judge=Checker(accurate), **settings)
    assert found.text == "She purchased a house on the bank of the river."


def test_what_says_the_same_passes(nlp):
    job, found = drafts(nlp, "He purchased a car.", {"purchased": "bought"})
    (verdict,) = Checker(nlp)([(job, found[0])])
    assert (verdict.good, verdict.relation) == (True, "restates")


def test_draft_keeps_the_places_of_its_words(nlp):
    job, found = drafts(nlp, "He purchased a car.", {"purchased a": "bought, say, a"})
    text = text_of(nlp, job, found[0])
    assert [token.text for token in text.doc] == ["He", "bought", ",", "say", ",", "a", "car", "."]
    assert text.places == {0: 0, 3: 6, 4: 7}
    assert text.stretches == {1: range(1, 6)}
    assert isinstance(found[0], RewriteDraft)


@pytest.mark.parametrize(
    ("relations", "expected"),
    [
        ([], "equals"),
        (["restates"], "restates"),
        (["restates", "specifies"], "specifies"),
        (["generalizes"], "generalizes"),
        (["specifies", "generalizes"], "intersects"),
        (["specifies", "intersects"], "intersects"),
    ],
)
def test_relations_fold(relations, expected):
    assert fold(relations) == expected


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("He did not sell the big house.", "big"),
        ("Almost every small shop closed in May.", "small"),
        ("It was allegedly a good plan of theirs.", "allegedly"),
        ("She depends on her old parents.", "on"),
        ("The former minister resigned.", "former"),
        ("It is the oldest bridge in town.", "town"),
        ("They have the option to buy more.", "buy"),
        ("He will come if it stops raining.", "if"),
        ("They took part in the protest.", "protest"),
        ("He said the firm, according to Smith, had lied.", "according"),
        ("Shares rose to 100 points on Monday.", "100"),
        ("People who smoke die early.", "smoke"),
        ("The high school was closed.", "high"),
        ("They ask whether he acted alone.", "alone"),
        ("Women who ate fish were less likely to fall ill.", "fish"),
        ("Iron melts when it is heated.", "heated"),
        ("The shop is usually closed.", "usually"),
        ("It is a mainly urban area near the sea.", "mainly"),
    ],
)
def test_what_is_needed_stays(nlp, text, kept):
    found = rewrite(nlp(text), preset="compress", max_chars=5)[0]
    assert kept in found.text


def test_command(tmp_path, capsys):
    from typer.testing import CliRunner

    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    lines = [{"id": 1, "text": TEXT}, {"id": 2, "text": ""}, {"id": 3, "text": "It rains."}]
    source.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf8")
    errors = tmp_path / "errors.jsonl"
    arguments = [
        "rewrite",
        str(source),
        str(out),
        "--max-chars",
        "110",
        "--errors",
        str(errors),
        "-q",
    ]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 3
    written = [json.loads(line) for line in out.read_text("utf8").splitlines()]
    assert [line["id"] for line in written] == [1, 3]
    assert written[0]["rewrites"][0]["n_chars"] <= 110
    assert written[0]["text"] == TEXT
    assert written[1]["rewrites"][0]["status"] == "unchanged"
    assert json.loads(errors.read_text("utf8"))["code"] == "P503"
    first = out.read_bytes()
    out.write_bytes(first[: first.index(b"\n") + 1])
    assert CliRunner().invoke(app, [*arguments, "--resume"]).exit_code == 3
    assert out.read_bytes() == first


def test_command_with_a_table(tmp_path):
    from typer.testing import CliRunner

    (tmp_path / "table.tsv").write_text("in order to\tto\t0.95\n", encoding="utf8")
    (tmp_path / "in.jsonl").write_text(
        '{"text": "She left in order to catch the train."}\n', encoding="utf8"
    )
    arguments = ["rewrite", str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "-q"]
    arguments += ["--preset", "tighten", "--phrases", str(tmp_path / "table.tsv")]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    (line,) = (tmp_path / "out.jsonl").read_text("utf8").splitlines()
    assert json.loads(line)["rewrites"][0]["text"] == "She left to catch the train."


def test_rewrites_are_drawn(tmp_path):
    from typer.testing import CliRunner

    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(
        '{"text": "The old bridge, built in 1901, was closed after the flood."}\n', encoding="utf8"
    )
    arguments = ["rewrite", str(source), str(out), "--max-chars", "45", "-q"]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    result = CliRunner().invoke(app, ["render", str(out), "-", "--style", "edits"])
    assert result.exit_code == 0
    lines = [line.split() for line in result.output.splitlines()]
    assert [*"===DDDDD======"] in lines
