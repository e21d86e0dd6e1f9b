import pytest
import spacy
from spacy.tokens import DocBin

from spacy_paraphrase import ParaphraseWarning
from spacy_paraphrase.cli import main
from spacy_paraphrase.readers import (
    LinkRecord,
    PairRecord,
    record_to_doc,
    word_links,
    write_wa,
)

WORDS = ["w0", "w1", "w2"], ["w0", "v1", "w2"]


def record(links, words=WORDS, level="words", **more):
    return {"source": words[0], "target": words[1], level: links, **more}


def word(i, j, **more):
    return {"source": [i], "target": [j], **more}


# The worked example of the micro and macro averages.
GOLD = [
    record([word(0, 0), word(1, 1)], id="one"),
    record([word(0, 0), word(1, 1), word(2, 2)], id="two"),
    record([word(0, 0)], id="three"),
]
PRED = [
    record([word(0, 0), word(1, 2)]),
    record([word(0, 0), word(1, 1), word(2, 2)]),
    record([]),
]


@pytest.fixture
def report(command, tmp_path, lines):
    """Runs evaluate and gives the measures of its report by signature."""

    def run(*args):
        out = tmp_path / "report.json"
        assert command("evaluate", *args, "--out", out) == 0
        [data] = lines(out)
        return {measure["signature"]: measure for measure in data["measures"]}

    return run


def rounded(scores, prefix):
    names = ("precision", "recall", "f")
    return [round(scores[f"{prefix}_{name}"], 4) for name in names]


def test_the_worked_example(report, jsonl, capsys):
    found = report(jsonl("gold.jsonl", *GOLD), jsonl("pred.jsonl", *PRED))
    assert list(found) == [
        f"links:words|ref:sure|nonident:{way}|avg:macro+micro|case:lower|v:1"
        for way in ("no", "yes")
    ]
    everything, others = found.values()
    scores = everything["scores"]
    assert rounded(scores, "micro") == [0.8, 0.6667, 0.7273]
    assert rounded(scores, "macro") == [0.5, 0.5, 0.5]
    assert round(scores["exact"], 4) == 0.3333
    assert len(everything["stats"]) == 3
    assert rounded(others["scores"], "micro") == [0.5, 0.5, 0.5]
    table = capsys.readouterr().out.splitlines()
    assert table[0] == "3 pairs, scores in percent"
    assert table[2] == f"align {everything['signature']}"
    assert table[4].split() == ["micro_precision", "80.00"]
    assert table[11].split() == ["exact", "33.33"]


def test_intervals_and_comparison(report, jsonl, capsys):
    gold, pred = jsonl("gold.jsonl", *GOLD), jsonl("pred.jsonl", *PRED)
    found = report(gold, gold, "--ci", "--compare", pred)
    entry = found["links:words|ref:sure|nonident:no|avg:macro+micro|case:lower|v:1"]
    interval, compared = entry["intervals"]["macro_f"], entry["compare"]["macro_f"]
    assert [interval["value"], interval["low"], interval["high"]] == [1, 1, 1]
    assert (compared["score"], compared["difference"]) == (0.5, 0.5)
    # Two of three pairs differ: half of all swaps leave a difference as large.
    assert compared["p"] == 0.5
    assert compared["signature"] == "randomisation:exact"
    block = capsys.readouterr().out.split("\n\n")[1].splitlines()
    assert block[0].endswith("|v:1|bootstrap:1000|level:0.95|seed:0|randomisation:exact")
    assert "macro_f          100.00  [100.00, 100.00]  50.00      +50.00  0.5000" in block[7]


def test_a_report_stands_for_its_predictions(command, report, jsonl, tmp_path, capsys):
    gold, pred = jsonl("gold.jsonl", *GOLD), jsonl("pred.jsonl", *PRED)
    direct = report(gold, gold, "--compare", pred)
    earlier = tmp_path / "earlier.json"
    assert command("evaluate", gold, pred, "--out", earlier) == 0
    pred.unlink()
    assert report(gold, gold, "--compare", earlier) == direct
    other = jsonl("other.jsonl", GOLD[1], GOLD[1], GOLD[2])
    capsys.readouterr()
    assert command("evaluate", other, other, "--compare", earlier) == 1
    assert command("evaluate", gold, gold, "--measures", "phrase", "--compare", earlier) == 1
    assert capsys.readouterr().err.count("[P524]") == 2


@pytest.mark.parametrize("text", ['{"gold_digest": 1}', "{", '{"measures": []}', "\0"])
def test_a_damaged_report(command, jsonl, tmp_path, capsys, text):
    gold, report = jsonl("gold.jsonl", *GOLD), tmp_path / "report.json"
    report.write_text(text)
    assert command("evaluate", gold, gold, "--compare", report) == 1
    assert capsys.readouterr().err.startswith("[P524]")


def jacana(sure, possible=""):
    words = {"source": "w0 w1 w2", "target": "w0 v1 w2"}
    return {"id": "1", **words, "sureAlign": sure, "possibleAlign": possible}


def test_every_kind_of_file_and_possible_links(report, jsonl, tmp_path):
    gold = jsonl("gold.json", [jacana("0-0 1-1", "2-2")])
    pair = PairRecord("1", *map(tuple, WORDS), words=word_links([(0, 0), (1, 1)], [(2, 2)]))
    docbin = tmp_path / "pred.spacy"
    DocBin(docs=[record_to_doc(pair, spacy.blank("en"))]).to_disk(docbin)
    tsv = tmp_path / "pred.tsv"
    tsv.write_text("1\tw0 w1 w2\t\tw0 v1 w2\t\t\t\t0-0 1-1\t2-2\n")
    for pred in (gold, docbin, tsv):
        found = report(gold, pred)
        assert len(found) == 4
        for entry in found.values():
            assert entry["scores"]["macro_f"] == entry["scores"]["exact"] == 1


def test_a_score_of_one_half_is_a_score_like_any_other_in_output_of_an_aligner(report, jsonl):
    gold = jsonl("gold.json", [jacana("0-0", "1-1")])
    pred = record([word(0, 0), word(1, 1, score=0.5)])
    sure = "links:words|ref:sure|nonident:no|avg:macro+micro|case:lower|v:1"
    assert report(gold, jsonl("pred.jsonl", pred))[sure]["scores"]["micro_precision"] == 1
    pred["phrases"] = []
    found = report(gold, jsonl("pred.jsonl", pred))
    assert found[sure]["scores"]["micro_precision"] == 0.5
    lenient = sure.replace("ref:sure", "ref:sure+possible")
    assert found[lenient]["scores"]["micro_precision"] == 1


def test_phrase_pairs(report, jsonl):
    words = ["a", "b", "c"], ["x", "y"]
    gold = jsonl("gold.jsonl", record([word(0, 0), word(1, 1)], words))
    pred = jsonl("pred.jsonl", record([word(0, 0), word(1, 1), word(2, 1)], words))
    [entry] = report(gold, pred, "--measures", "phrase").values()
    assert entry["name"] == "phrase"
    assert rounded(entry["scores"], "micro") == [0.5, 0.5, 0.5]


def phrase(i, j, source, target, relation=""):
    heads = {"source_head": i, "target_head": j}
    return {"source": source, "target": target, "relation": relation, **heads}


def test_phrases_and_relations(report, jsonl, capsys):
    links = [phrase(0, 0, [0, 1], [0], "equals"), phrase(2, 2, [2], [2], "restates")]
    gold = jsonl("gold.jsonl", record(links, level="phrases"))
    links = [phrase(0, 0, [0], [0, 1], "equals"), phrase(2, 2, [2], [2], "equals")]
    pred = jsonl("pred.jsonl", record(links, level="phrases"))
    found = report(gold, pred, "--measures", "rel,align", "--ci")
    relations, *alignments = found.values()
    assert relations["signature"].startswith("relations:phrases|")
    assert relations["scores"]["equals_precision"] == 0.5
    assert relations["scores"]["restates_recall"] == 0
    assert relations["scores"]["specifies_f"] is None
    assert relations["scores"]["n_relations"] == 2
    # A phrase is known by its head, whatever its yield.
    assert [entry["scores"]["exact"] for entry in alignments] == [1, 1]
    rows = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines() if line)
    assert rows["specifies_f"] == "-"
    assert rows["n_relations"].startswith("2 ")


def test_chunks(report, jsonl):
    gold = record([{"source": [0, 1], "target": [0]}, {"source": [2], "target": [2]}])
    pred = record([{"source": [0], "target": [0]}, {"source": [2], "target": [2]}])
    for each in (gold, pred):
        each["chunks"] = each.pop("words")
    found = report(jsonl("gold.jsonl", gold), jsonl("pred.jsonl", pred))
    everything, others = (entry["scores"] for entry in found.values())
    assert rounded(everything, "micro") == [0.5, 0.5, 0.5]
    # "w2" and "w2" are identical, and so are the predicted "w0" and "w0".
    assert rounded(others, "micro") == [0, 0, 0]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda pairs: pairs[:2], "2 pairs for 3"),
        (lambda pairs: [pairs[0], {**pairs[1], "source": ["w0"] * 3}, pairs[2]], "pair 2"),
    ],
)
def test_other_pairs(command, jsonl, capsys, change, reason):
    gold, pred = jsonl("gold.jsonl", *GOLD), jsonl("pred.jsonl", *change(GOLD))
    assert command("evaluate", gold, pred) == 1
    message = capsys.readouterr().err
    assert message.startswith("[P521]")
    assert reason in message


def test_nothing_to_measure(command, jsonl, tmp_path, capsys):
    gold, empty = jsonl("gold.jsonl", *GOLD), jsonl("empty.jsonl")
    bare = jsonl("bare.jsonl", {"source": ["a"], "target": ["a"]})
    assert command("evaluate", empty, empty) == 1
    assert command("evaluate", bare, bare) == 1
    assert command("evaluate", bare, bare, "--measures", "phrase") == 1
    assert command("evaluate", gold, gold, "--measures", "rel") == 1
    assert command("evaluate", gold, gold, "--measures", "nli") == 1
    assert capsys.readouterr().err.count("[P522]") == 5


def test_files_that_cannot_be_read(command, jsonl, tmp_path, capsys):
    gold = jsonl("gold.jsonl", *GOLD)
    text = tmp_path / "gold.txt"
    text.write_text("")
    assert command("evaluate", gold, tmp_path / "none.jsonl") == 1
    assert command("evaluate", gold, text) == 1
    assert command("evaluate", gold, jsonl("bad.jsonl", b"bad")) == 1
    codes = [line[:6] for line in capsys.readouterr().err.splitlines()]
    assert codes == ["[P101]", "[P523]", "[P102]"]


def test_what_align_writes_is_read(command, jsonl, model, tmp_path, report):
    pairs = jsonl("pairs.jsonl", *({"source": r["source"], "target": r["target"]} for r in GOLD))
    kinds = [tmp_path / "pred.jsonl", tmp_path / "pred.spacy"]
    for path in kinds:
        assert command("align", pairs, path, "--model", model) == 0
    gold = jsonl("gold.jsonl", *GOLD)
    first, second = (report(gold, path) for path in kinds)
    assert first == second
    everything = next(iter(first.values()))
    assert rounded(everything["scores"], "micro") == [0.6667, 0.6667, 0.6667]


def test_chunks_by_the_measure_of_ists(tmp_path, capsys):
    links = (
        LinkRecord((0, 1), (0,), "specifies", similarity=0.8),
        LinkRecord((2,), (1,), "restates", similarity=1.0),
    )
    chunks = {"source_chunks": ((0, 2), (2, 3)), "target_chunks": ((0, 1), (1, 2))}
    words = ("red", "cars", "stop"), ("cars", "halt")
    for name, kept in (("gold", links), ("half", links[:1])):
        write_wa(tmp_path / f"{name}.wa", [PairRecord(1, *words, chunks=kept, **chunks)])
    arguments = [str(tmp_path / "gold.wa"), str(tmp_path / "half.wa"), "--measures", "ists"]
    with pytest.warns(ParaphraseWarning, match="W112"):
        assert main(["evaluate", *arguments]) == 0
    out = capsys.readouterr().out
    assert "links:chunks" in out
    rows = dict(line.split() for line in out.splitlines() if line.startswith("  align_"))
    # Two token links of weight 1/2 each, and one of weight 1: half of the weight is found.
    assert rows == {"align_precision": "100.00", "align_recall": "50.00", "align_f": "66.67"}


def judged(entails, entailed, **more):
    words = {"source": WORDS[0], "target": WORDS[1]}
    return words | {"relation": {"entails": entails, "entailed": entailed} | more}


def test_what_one_sentence_says_of_the_other(report, jsonl, capsys):
    gold = jsonl(
        "gold.jsonl",
        judged("entailment", "neutral"),
        judged("neutral", "neutral"),
        judged("contradiction", "contradiction"),
    )
    # As a component writes it: true and false, and whether both cannot be true.
    pred = jsonl(
        "pred.jsonl", judged(True, False), judged(True, True), judged(False, False, conflict=True)
    )
    found = report(gold, pred, "--measures", "nli")
    names = ["entails", "entailed", "relation"]
    assert [signature.split("|")[0] for signature in found] == [f"sentence:{n}" for n in names]
    scores = [round(entry["scores"]["accuracy"], 4) for entry in found.values()]
    assert scores == [0.6667, 0.6667, 0.6667]
    assert "n_pairs" in capsys.readouterr().out


def test_a_table_of_sentences_as_gold(report, tmp_path, jsonl):
    table = tmp_path / "gold.tsv"
    table.write_text("source\ttarget\tforward\nw0 w1 w2\tw0 v1 w2\tentailment\n")
    pred = jsonl("pred.jsonl", judged("neutral", "neutral"))
    found = report(table, pred, "--measures", "nli")
    assert [entry["scores"]["accuracy"] for entry in found.values()] == [0.0]


def fused(kind_texts, **more):
    fusions = [{"kind": kind, "text": text} for kind, text in kind_texts.items()]
    sides = {"source": ["A", "cat", "sleeps", "."], "target": ["A", "cat", "purrs", "loudly", "."]}
    return {**sides, "fusions": fusions, **more}


def test_fusions(report, jsonl, command, capsys):
    gold = jsonl(
        "gold.jsonl",
        fused({"union": "A cat sleeps and purrs loudly.", "intersection": "A cat."}),
        fused({"union": "A cat sleeps and purrs loudly."}),
        fused({}),
    )
    pred = jsonl(
        "pred.jsonl",
        fused({"union": "A cat sleeps and purrs.", "intersection": "A cat."}),
        fused({"union": ""}),
        fused({"union": "A cat."}),
    )
    found = report(gold, pred, "--measures", "fusion", "--ci")
    by_kind = {s.split("|")[1]: m["scores"] for s, m in found.items()}
    # 4 content words; one is missing in the first, "sleeps" in what stands in for the second
    assert by_kind["kind:union"]["coverage"] == 0.75
    assert by_kind["kind:union"]["refused"] == 0.5
    assert by_kind["kind:intersection"]["rouge_l"] == 1
    assert "rouge_l" in capsys.readouterr().out
    assert command("evaluate", jsonl("none.jsonl", fused({})), pred, "--measures", "fusion") == 1
    assert "[P5" in capsys.readouterr().err


@pytest.mark.parametrize("bad", [fused({"sum": "A cat."}), fused({}, fusions=[3])])
def test_fusions_that_are_none(command, jsonl, bad, capsys):
    gold = jsonl("gold.jsonl", bad)
    assert command("evaluate", gold, gold, "--measures", "fusion") == 1
    assert "[P102]" in capsys.readouterr().err
