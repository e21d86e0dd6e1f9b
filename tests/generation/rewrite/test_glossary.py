"""A glossary of medicine and law: its terms are said otherwise wherever they stand."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_paraphrase.cli.commands import app
from spacy_paraphrase.generation.proposers.sources import GlossarySource, PhraseTableSource
from spacy_paraphrase.generation.rewrite_checks import Checker
from spacy_paraphrase.generation.rewrite_results import Refusal
from spacy_paraphrase.generation.rewriter import rewrite
from spacy_paraphrase.lexicon.phrase_table import SmallTable, TableRow

TERMS = Path(__file__).parents[3] / "benchmarks" / "glossary.tsv"
SENTENCES = """
A myocardial infarction is an emergency. | A heart attack is an emergency.
He had an MI last year. | He had a heart attack last year.
Two myocardial infarctions were seen. | Two heart attacks were seen.
MIs are common. | Heart attacks are common.
The cerebrovascular accident left her weak. | The stroke left her weak.
Hypertension is treatable. | High blood pressure is treatable.
Patients on Zyprexa gain weight. | Patients on olanzapine gain weight.
She was given ZYPREXA twice. | She was given olanzapine twice.
Zyprexa's label was changed. | Olanzapine's label was changed.
She has hypertension and an edema. | She has high blood pressure and a swelling.
An abrasion and a contusion were found. | A scrape and a bruise were found.
Abrasions heal in days. | Scrapes heal in days.
The nurse gave him an analgesic. | The nurse gave him a painkiller.
Her pruritus got worse. | Her itching got worse.
Each physician's notes were read. | Each doctor's notes were read.
He ambulates without help. | He walks without help.
The patient ambulated after two days. | The patient walked after two days.
The lessee's rent is due. | The tenant's rent is due.
The lessees' deposits were paid. | The tenants' deposits were paid.
Lessees must tell the lessor. | Tenants must tell the landlord.
The Lessee shall pay the Lessor monthly. | The Tenant shall pay the Landlord monthly.
THE LESSEE SHALL PAY THE RENT. | THE TENANT SHALL PAY THE RENT.
The contract was terminated by the lessor. | The contract was ended by the landlord.
Terminating a lease is costly. | Ending a lease is costly.
The court adjudicated the claim. | The court decided the claim.
The defendants were absent. | The accused persons were absent.
The remuneration of the staff rose. | The pay of the staff rose.
The testator's wishes were clear. | The will maker's wishes were clear.
He signed two powers of attorney. | He signed two written authorities.
"""


def glossary():
    lines = TERMS.read_text("utf8").splitlines()
    return GlossarySource(dict(line.split("\t") for line in lines))


@pytest.mark.parametrize("line", SENTENCES.strip().splitlines())
def test_a_term_is_said_otherwise_in_its_form(nlp, line):
    text, expected = line.split(" | ")
    (found,) = rewrite(nlp(text), preset="tighten", sources=[glossary()], judge=Checker(nlp))
    assert found.text == expected
    assert {edit.origin for edit in found.edits} == {"glossary"}
    assert found.refused == ()


@pytest.mark.parametrize(
    ("text", "old", "new", "check"),
    [
        ("Set `lessee` in the form.", "lessee", "tenant", "literal"),
        ('She said: "The lessee left." Then she sat down.', "lessee", "tenant", "quote"),
        ("He was last seen in Physician Falls.", "Physician", "Doctor", "entity"),
    ],
)
def test_what_stays_is_told(nlp, text, old, new, check):
    doc = nlp(text)
    if check == "entity":
        doc.set_ents([doc.char_span(20, 35, label="GPE")])
    (found,) = rewrite(doc, preset="tighten", sources=[glossary()], judge=Checker(nlp))
    assert found.text == text
    (refusal,) = found.refused
    assert (refusal.source, refusal.target, refusal.origin, refusal.check) == (
        *(old, new, "glossary", check),
    )
    assert check in found.explain()[-1]


def test_a_term_that_is_too_long_for_the_limit_stays(nlp):
    terms = GlossarySource({"hypertension": "a pressure of the blood that is high"})
    text = "Hypertension is treatable."
    (found,) = rewrite(nlp(text), preset="tighten", sources=[terms], max_chars=len(text))
    assert found.text == text
    assert [refusal.check for refusal in found.refused] == ["length"]


def test_a_verb_that_has_no_such_form_is_refused(nlp):
    terms = GlossarySource({"ambulate": "on foot"})
    (found,) = rewrite(nlp("He ambulated slowly."), preset="tighten", sources=[terms])
    assert found.text == "He ambulated slowly."
    assert found.refused == (Refusal(1, 2, "ambulated", "on foot", "glossary", "form"),)


@pytest.mark.parametrize(
    ("text", "row", "check"),
    [
        ("She dropped her purse.", TableRow("dropped", "fell", support=3), "frame"),
        ("Her purse was dropped.", TableRow("dropped", "fallen", support=3), "frame"),
        ("He purchased a car.", TableRow("purchased", "bought", support=1), "support"),
        ("He saw a puppy.", TableRow("puppy", "dog", relation="specifies", support=9), "relation"),
        ("He saw a dog.", TableRow("dog", "puppy", relation="generalizes"), "relation"),
        ("It helped the war effort.", TableRow("effort", "attempt", support=4), "frame"),
        ("They live in the old house.", TableRow("in the", "within the", support=4), "variant"),
    ],
)
def test_a_row_that_must_not_write_is_refused(nlp, text, row, check):
    source = PhraseTableSource(SmallTable([row]))
    settings = {"preset": "paraphrase", "allow_identity": False, "sources": [source]}
    (found,) = rewrite(nlp(text), **settings)
    assert found.text == text
    assert [refusal.check for refusal in found.refused] == [check]


@pytest.mark.parametrize(
    ("text", "row", "expected"),
    [
        ("He purchased a car.", TableRow("purchased", "bought", support=2), "He bought a car."),
        ("They purchase cars.", TableRow("purchase", "buy", support=2), "They buy cars."),
        ("She is purchasing it.", TableRow("purchase", "buy", support=2), "She is buying it."),
    ],
)
def test_a_row_that_was_seen_in_two_texts_writes(nlp, text, row, expected):
    source = PhraseTableSource(SmallTable([row]))
    settings = {"preset": "paraphrase", "allow_identity": False, "sources": [source]}
    assert rewrite(nlp(text), **settings)[0].text == expected


def test_the_command_tells_what_was_refused(tmp_path):
    (tmp_path / "in.jsonl").write_text(
        '{"text": "The lessee set `lessee` again."}\n', encoding="utf8"
    )
    arguments = ["rewrite", str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "-q"]
    arguments += ["--preset", "tighten", "--tier", "fast", "--glossary", str(TERMS)]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    found = json.loads((tmp_path / "out.jsonl").read_text("utf8"))["rewrites"][0]
    assert found["text"] == "The tenant set `lessee` again."
    assert found["refused"] == [
        {
            **{"start": 4, "end": 5, "source": "lessee", "target": "tenant"},
            **{"origin": "glossary", "check": "literal"},
        }
    ]


def test_the_command_takes_rules(tmp_path):
    variables = [{"variable": k, "pos": "NOUN", "dep": d} for k, d in ((1, "nsubj"), (2, "dobj"))]
    x, y = ({**each, "head": 1} for each in variables)
    end = {"word": ".", "pos": "PUNCT", "dep": "punct", "head": 1}
    verbs = [{"word": w, "pos": "VERB", "dep": "ROOT", "head": -1} for w in ("purchase", "buy")]
    rule = {
        **{"text": "X1 purchase X2 . → X1 buy X2 .", "lexicalise": "lemma"},
        **{"source": [x, verbs[0], y, end], "target": [x, verbs[1], y, end]},
        **{"links": [[1, 1], [3, 3]], "tags": [["", "VBD", "", "."], ["", "VBD", "", "."]]},
        **{"forms": ["", "bought", "", "."], "relation": "restates", "share": 1.0},
        **{"count": 2, "examples": ["a", "b"]},
    }
    (tmp_path / "rules.jsonl").write_text(json.dumps(rule) + "\n", encoding="utf8")
    (tmp_path / "in.jsonl").write_text(
        '{"text": "The old firm purchased a small bakery."}\n', encoding="utf8"
    )
    arguments = ["rewrite", str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "-q"]
    arguments += ["--preset", "tighten", "--tier", "fast", "--rules", str(tmp_path / "rules.jsonl")]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    (found,) = json.loads((tmp_path / "out.jsonl").read_text("utf8"))["rewrites"]
    assert found["text"] == "The old firm bought a small bakery."
    assert found["edits"][0]["origin"] == "rules"


def test_a_row_that_is_seldom_meant_is_refused(nlp):
    row = TableRow("made", "created", 0.8, "restates", 0.18, 2, 0.4)
    source = PhraseTableSource(SmallTable([row]))
    (found,) = rewrite(nlp("He made some progress."), preset="paraphrase", sources=[source])
    assert (found.text, [r.check for r in found.refused]) == ("He made some progress.", ["usual"])
