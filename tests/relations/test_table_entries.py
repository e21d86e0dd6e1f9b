"""Relations of aligned phrases by tables of phrases and by rules for paths."""

import json

import pytest
from typer.testing import CliRunner

import spacy_paraphrase
from spacy_paraphrase.cli.commands import app
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon.phrase_table import PhraseTable, SmallTable, TableRow, compile_table
from spacy_paraphrase.registry import make_path_rules

TERMS = """Zyprexa\tolanzapine
myocardial infarction\theart attack
lessee\toccupier\t\tspecifies
flurb\tgrommet
"""


@pytest.fixture(scope="module")
def with_terms(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "terms.tsv"
    path.write_text(TERMS, encoding="utf8")
    return spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"], phrases=path)


@pytest.mark.parametrize(
    ("source", "target", "label", "line"),
    [
        (
            *("Zyprexa helps many patients.", "Olanzapine helps many patients.", "restates"),
            '"Zyprexa" means the same as "Olanzapine" (table terms.tsv)',
        ),
        (
            *("He died of a heart attack.", "He died of a myocardial infarction.", "restates"),
            '"heart attack" means the same as "myocardial infarction" (table terms.tsv)',
        ),
        (
            *("The lessees paid the rent.", "The occupiers paid the rent.", "specifies"),
            '"lessees" is more specific than "occupiers" (table terms.tsv)',
        ),
        (
            *("The occupier paid the rent.", "The lessee paid the rent.", "generalizes"),
            '"occupier" is more general than "lessee" (table terms.tsv)',
        ),
        (
            *("The flurb is broken.", "The grommet is broken.", "restates"),
            '"flurb" means the same as "grommet" (table terms.tsv)',
        ),
    ],
)
def test_a_row_decides(with_terms, source, target, label, line):
    doc = spacy_paraphrase.compare(source, target, with_terms)
    assert doc._.relation.label == label
    assert line in doc._.alignment.explain()
    (link,) = (link for link in doc._.alignment.words if link.reason)
    assert (link.relation, link.reason, link.conflict) == (label, "table terms.tsv", False)


def test_without_the_row_nobody_knows(fast):
    doc = spacy_paraphrase.compare("The flurb is broken.", "The grommet is broken.", fast)
    assert doc._.relation.label == "intersects"


def test_what_denies_is_not_overruled(with_terms):
    doc = spacy_paraphrase.compare(
        "Zyprexa helps many patients.", "Olanzapine does not help many patients.", with_terms
    )
    assert doc._.relation.label not in ("restates", "equals")


def test_a_saved_pipeline_brings_its_table(with_terms, tmp_path):
    with_terms.to_disk(tmp_path / "pipeline")
    again = spacy_paraphrase.load(tmp_path / "pipeline")
    doc = spacy_paraphrase.compare("A flurb is broken.", "A grommet is broken.", again)
    assert doc._.relation.label == "restates"


def test_a_table_that_is_not_there_is_told(tmp_path):
    with pytest.raises(ParaphraseError, match="P300"):
        spacy_paraphrase.load(tier="fast", phrases=tmp_path / "none.tsv")


def align(tmp_path, *pair, **options):
    (tmp_path / "in.jsonl").write_text(
        json.dumps({"source": pair[0], "target": pair[1]}) + "\n", encoding="utf8"
    )
    arguments = ["align", str(tmp_path / "in.jsonl"), str(tmp_path / "out.jsonl"), "-q"]
    arguments += ["--tier", "fast"]
    for name, value in options.items():
        arguments += [f"--{name}", str(value)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return json.loads((tmp_path / "out.jsonl").read_text("utf8"))


def test_the_command_takes_a_table(tmp_path):
    (tmp_path / "terms.tsv").write_text(TERMS, encoding="utf8")
    pair = "He had a myocardial infarction.", "He had a heart attack."
    found = align(tmp_path, *pair, phrases=tmp_path / "terms.tsv")
    (link,) = (link for link in found["words"] if link.get("reason"))
    assert (link["source"], link["target"], link["relation"]) == ([3, 4], [3, 4], "restates")
    assert link["reason"] == "table terms.tsv"


@pytest.mark.papers
def test_the_command_takes_rules_for_paths(tmp_path):
    row = {"source": "N:subj:V<sack>V:obj:N", "target": "N:subj:V<demote>V:obj:N"}
    rules = tmp_path / "rules.jsonl"
    rules.write_text(json.dumps(row | {"relation": "specifies"}) + "\n", encoding="utf8")
    found = align(tmp_path, "The firm sacked Ann.", "The firm demoted Ann.", paths=rules)
    (link,) = (link for link in found["words"] if link.get("reason"))
    assert (link["source"], link["relation"], link["reason"]) == (
        *([2], "specifies", "table rules.jsonl"),
    )
    saved = make_path_rules(str(rules)).to_bytes()
    rules.unlink()
    assert make_path_rules(str(rules)).from_bytes(saved).to_bytes() == saved


@pytest.mark.parametrize("phrase", ["Zyprexa", "zyprexa", "ZYPREXA"])
@pytest.mark.parametrize("written", ["Zyprexa", "zyprexa"])
def test_a_row_is_found_whatever_its_case(tmp_path, written, phrase):
    row = TableRow(written, "Olanzapine", support=3)
    compile_table([row], tmp_path / "table")
    for table in (SmallTable([row]), PhraseTable(tmp_path / "table")):
        ((_, found),) = table.lookup([phrase])
        assert (found.target, found.support) == ("Olanzapine", 3)
