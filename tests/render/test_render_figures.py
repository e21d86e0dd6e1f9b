"""Figures above the pairs of a page, and the filter, as a reader uses them in a browser."""

import json
import re
import xml.etree.ElementTree as ET

import pytest
from playwright.sync_api import expect
from render.render_pairs import coffee, flat, link

import browser
import spacy_paraphrase
from spacy_paraphrase import Alignment, ParaphraseError
from spacy_paraphrase.cli import main
from spacy_paraphrase.render import figures, to_html
from spacy_paraphrase.render.figures import chart, verdict
from spacy_paraphrase.render.pair_view import make_view
from spacy_paraphrase.render.style import error_of


def found():
    """Return the coffee pair with one link missed, one wrong, and one with another label."""
    right = coffee()
    links = [k for k in right if (k.source.text, k.level) != ("Dementia", "words")]
    links = [
        link(right.doc, 3, 7, "specifies") if k.source.text == "risk" else k for k in links
    ] + [link(right.doc, 0, 5, "restates")]
    return Alignment(right.doc, links)


def write(path, pairs):
    lines = [{"id": k, **one.to_json()} for k, one in enumerate(pairs)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


CURVE = {
    "signature": "links:words|runs:3",
    "measured": "Macro F of word links.",
    "scores": ["all words", "not identical"],
    "curve": [
        {"name": "10%", "pairs": 11, "scores": [0.71, 0.4]},
        {"name": "100%", "pairs": 109, "scores": [0.85, 0.6]},
    ],
    "variants": [{"name": "without WordNet", "pairs": 109, "scores": [0.84, 0.55]}],
}


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A report made by the command line: of three pairs only the first has errors."""
    folder = tmp_path_factory.mktemp("report")
    gold, pred, page = (folder / name for name in ("gold.jsonl", "pred.jsonl", "report.html"))
    measures, curve = folder / "measures.json", folder / "curve.json"
    write(gold, [coffee(), flat(), coffee()])
    write(pred, [found(), flat(), coffee()])
    curve.write_text(json.dumps(CURVE), encoding="utf-8")
    arguments = ["evaluate", gold, pred, "--measures", "align,rel", "--ci", "--out", measures]
    assert main(list(map(str, arguments))) == 0
    arguments = ["render", pred, page, "--gold", gold, "--measures", measures, "--curve", curve]
    assert main(list(map(str, arguments))) == 0
    return page


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """A report with a comparison, title and config: its page, and the report itself."""
    folder = tmp_path_factory.mktemp("compared")
    gold, pred, other = (folder / f"{name}.jsonl" for name in ("gold", "pred", "shipped"))
    measures, page, config = (folder / name for name in ("m.json", "page.html", "a.cfg"))
    write(gold, [coffee(), flat(), coffee()] * 3)
    write(pred, [coffee(), flat(), coffee()] * 3)
    write(other, [found(), flat(), found()] * 3)
    config.write_text('[nlp]\nlang = "<en>"\n', encoding="utf-8")
    command = ["evaluate", gold, pred, "--measures", "align", "--compare", other]
    assert main(list(map(str, [*command, "--out", measures]))) == 0
    command = ["render", pred, page, "--gold", gold, "--measures", measures, "--title", "Our <run>"]
    assert main(list(map(str, [*command, "--config", config]))) == 0
    return page, json.loads(measures.read_bytes())


def test_a_report_says_what_it_is_of(compared):
    page, report = compared
    root = parsed(page)
    assert root.find(".//h1").text == root.find(".//title").text == "Our <run>"
    facts = dict(zip(*([e.text for e in root.iter(tag)] for tag in ("dt", "dd")), strict=True))
    assert facts["date"] == report["date"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", report["date"])
    assert facts["versions"].startswith(f"spacy-paraphrase {spacy_paraphrase.__version__}, spaCy 3")
    assert facts["gold"].endswith("gold.jsonl, 9 pairs")
    assert report["gold_digest"].startswith(facts["digest of gold"])
    assert facts["compared with"].endswith("shipped.jsonl")
    assert root.find(".//pre").text == '[nlp]\nlang = "<en>"\n'


def test_a_report_has_a_verdict(compared):
    page, report = compared
    root = parsed(page)
    told = root.find(".//p[@class='verdict']").text
    words, phrases = (
        next(e for e in report["measures"] if e["signature"].startswith(f"links:{level}|"))
        for level in ("words", "phrases")
    )
    compared_words = words["compare"]["macro_f"]
    assert compared_words["p"] < 0.05
    p = "p < .001" if compared_words["p"] < 0.001 else f"p = {compared_words['p']:.3f}"[:4]
    start = (
        f"Better than shipped in links of words (+{100 * compared_words['difference']:.1f} F, {p}"
    )
    assert told.startswith(start)
    assert phrases["compare"]["macro_f"]["p"] == 1
    assert "no significant difference in links of phrases" in told
    marked = [row for row in root.iter("tr") if row.get("class") == "significant"]
    assert marked
    assert all(float(row.findall("td")[-1].text) < 0.05 for row in marked)
    rest = [row for row in root.find(".//table[@class='figures']") if row not in marked]
    assert all(float(row.findall("td")[-1].text) >= 0.05 for row in rest[1:])


@pytest.mark.parametrize(
    ("differences", "said"),
    [
        ([(0.02, 0.2)], "No significant difference from b."),
        ([(-0.02, 0.01)], "Worse than b in links of words (-2.0 F, p = .010)."),
        ([], ""),
    ],
)
def test_verdicts(differences, said):
    entries = [
        {
            "name": "align",
            "signature": "links:words",
            "scores": {"macro_f": 1.0},
            "compare": {"macro_f": {"difference": d, "p": p}},
        }
        for d, p in differences
    ]
    report = {"compare": "a/b.spacy", "measures": entries}
    assert verdict(report) == said


def test_without_another_system_the_score_is_the_verdict(report):
    told = parsed(report).find(".//p[@class='verdict']").text
    assert re.fullmatch(r"Links of words: [\d.]+ F \(95 % interval [\d.]+ to [\d.]+\)\.", told)


def test_found_and_gold_relation_stand_beside_each_other():
    told = {"entails": "entailment", "entailed": "neutral"}
    gold = coffee().to_json() | {"relation": told}
    page = to_html(coffee().to_json() | {"relation": told | {"entailed": "entailment"}}, gold)
    assert '<dt>relation</dt><dd dir="auto">restates</dd>' in page
    assert '<dt>gold relation</dt><dd dir="auto">specifies ✗</dd>' in page
    assert "specifies ✓" in to_html(gold, gold)
    assert "<dt>relation" not in to_html(coffee().to_json())


def parsed(page):
    return ET.fromstring(page.read_text(encoding="utf-8").removeprefix("<!DOCTYPE html>"))


def test_what_is_wrong_with_links():
    view = make_view(found(), coffee())
    by_words = {
        (view.phrase("source", e.source), view.phrase("target", e.target)): error_of(e)
        for e in view.edges
        if e.level == "words"
    }
    assert by_words["coffee", "coffee"] == "right"
    assert by_words["Dementia", "Dementia"] == "missed"
    assert by_words["risk", "chance"] == "relabelled"
    assert by_words["Daily", "day"] == "wrong"
    assert {error_of(edge) for edge in make_view(found()).edges} == {""}


def test_figures(report):
    root = parsed(report)
    headings = [node.text for node in root.iter("h2")]
    confusions = [f"Confusion: relations of {level}" for level in ("words", "phrases", "chunks")]
    assert headings[:5] == ["Figures", *confusions, "Learning curve"]
    [words, phrases, _] = [t for t in root.iter("table") if t.get("class") == "confusion"]
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in words.iter("tr")}
    columns = rows.pop("gold ↓, found →")
    # 6 words of coffee and 7 of flat are labelled; "risk" is specifies where it restates.
    assert rows["restates"][columns.index("specifies")] == "1"
    assert rows["equals"][columns.index("no link")] == "1"
    assert rows["no link"][columns.index("restates")] == "1"
    assert rows["equals"][columns.index("equals")] == "13"
    assert "no link" not in "".join(phrases.itertext())
    cells = ["".join(cell.itertext()) for cell in root.iter("td")]
    assert "macro F" in cells
    assert "without WordNet" in cells
    assert root.find(".//p[@class='signature']/code").text.startswith("links:words|ref:sure|")


@browser.needed
def test_a_reader_filters(report):
    """By mouse, in a browser; what is not wanted is hidden, and the page asks for nothing."""
    every = ["Pair 1 (id 0)", "Pair 2 (id 1)", "Pair 3 (id 2)"]
    with browser.opened(report) as page:
        shown = page.locator(".pair:visible h2")
        faded = page.locator("#pair-1 ~ .sp-view .lines .is-out")
        rows = page.locator("tr[data-link]:visible")
        expect(shown).to_have_text(every)
        expect(page.locator(".sp-count")).to_have_text("3 of 3 pairs")
        page.locator("#pair-1").scroll_into_view_if_needed()
        expect(page.locator("[data-node][tabindex]").first).to_be_attached()
        expect(faded).to_have_count(0)
        page.select_option(".sp-error", "missed")
        expect(shown).to_have_text(every[:1])
        assert faded.count() > 3
        page.click("#pair-1 ~ .sp-view summary")
        expect(rows).to_have_text([re.compile("^DementiaDementia")])
        page.select_option(".sp-relation", "restates")
        expect(shown).to_have_count(0)
        page.select_option(".sp-error", "relabelled")
        expect(shown).to_have_text(every[:1])
        expect(rows).to_have_text([re.compile("^riskchance")])
        page.select_option(".sp-error", "any")
        page.select_option(".sp-relation", "generalizes")
        expect(shown).to_have_text([every[0], every[2]])
        page.select_option(".sp-relation", "any")
        expect(shown).to_have_text(every)
        assert page.requested == [report.resolve().as_uri()]


def test_chart():
    drawn = chart({"a": [(10, 50.0), (100, 60.0)], "b": [(10, 50.5), (100, 60.0)]}, "x", "y")
    root = ET.fromstring(drawn)
    svg = "{http://www.w3.org/2000/svg}"
    circles = [(float(c.get("cx")), float(c.get("cy"))) for c in root.iter(f"{svg}circle")]
    assert len(circles) == 4
    assert circles[0][0] < circles[1][0]
    assert circles[0][1] > circles[1][1]  # more is higher
    names = {t.text: float(t.get("y")) for t in root.iter(f"{svg}text") if t.text in "ab"}
    assert abs(names["a"] - names["b"]) >= 12  # both can be read, though the lines meet


def test_powers_are_straight_lines_on_logarithmic_axes():
    sizes = (10.0, 100.0, 1000.0)
    lines = {f"x^{power}": [(n, n**power) for n in sizes] for power in (1, 0.5)}
    drawn = chart(lines, "words", "ms", logarithmic=True)
    xs, ys = (
        [float(value) for value in re.findall(rf' {name}="([\d.]+)"', drawn)]
        for name in ("cx", "cy")
    )
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.2)
    steps = [ys[k] - ys[k + 1] for k in (0, 1, 3, 4)]
    assert steps[0] == pytest.approx(steps[1], abs=0.2) == pytest.approx(2 * steps[2], abs=0.4)
    with pytest.raises(ValueError, match="math domain"):
        chart({"a": [(0, 1.0), (1, 2.0)]}, "words", "ms", logarithmic=True)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["out.svg", "--measures", "measures.json"], "P508"),
        (["out.txt", "--curve", "curve.json"], "P508"),
        (["out.html", "--measures", "curve.json"], "P409"),
        (["out.html", "--curve", "measures.json"], "P409"),
        (["out.html", "--curve", "gold.jsonl"], "P409"),
        (["curve.json", "--curve", "curve.json"], "P510"),
    ],
)
def test_figures_that_are_none(report, arguments, code, capsys, monkeypatch):
    monkeypatch.chdir(report.parent)
    assert main(["render", "pred.jsonl", *arguments]) == 1 + (code == "P508")
    assert f"[{code}]" in capsys.readouterr().err


def test_a_curve_without_points():
    with pytest.raises(ParaphraseError, match="P409"):
        figures.curve(CURVE | {"curve": []}, "curve.json")
