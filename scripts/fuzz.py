"""Fuzz what reads files of others: every reader, and the lines of `align`.

    pip install atheris
    python scripts/fuzz.py [--seconds 30] [--keep FOLDER]     # --seconds 600 for the long form
    python scripts/fuzz.py --again FILE...                    # inputs that were found once more

The first byte of an input says which door it goes through, the others are the file. What must hold:
a file is read, or refused with a code, in time and without filling the memory; what was read can be
made a Doc and written as a line that gives the same pair again; and of `align` every line ends as
one result, which our own reader takes, or as one error. Whatever else happens is written to FOLDER
(`crash-…`), with exit status 77: mend the cause, and make the input a test
(`tests/test_fuzzed.py`).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import warnings
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

# What of the package is watched, for the fuzzer to look for inputs that take other ways.
WATCHED = ("spacy_paraphrase.readers", "spacy_paraphrase.cli", "spacy_paraphrase.pair")
LONGEST, SECONDS_EACH, MEGABYTES = 4096, 60, 3072
LINE = b'{"id": 7, "source": "A cat\\u0301 sleeps.", "target": ["Cats", "nap"]'
LINKED = LINE.replace(b'"A cat\\u0301 sleeps."', b'["A", "cat"]')
GRAPHS = (
    b'<parallel_graph_corpus><graphbanks><file id="1" format="alpino">bank.xml</file></graphbanks>'
    b'<aligned_graphs><graph_pair from_bank_id="1" from_graph_id="s1" to_bank_id="1" '
    b'to_graph_id="s2"><node_pair from_node_id="1" to_node_id="1" relation="equals"/></graph_pair>'
    b"</aligned_graphs></parallel_graph_corpus>"
)
BANK = b"<treebank>%s%s</treebank>" % tuple(
    b'<alpino_ds id="s%d"><node id="0" rel="top" cat="np" begin="0" end="1"><node id="1" rel="hd" '
    b'pos="noun" root="kat" begin="0" end="1" word="kat"/></node><sentence>kat</sentence>'
    b"</alpino_ds>" % k
    for k in (1, 2)
)
WA = (
    b'<sentence id="1" status="">\n// a b\n// c\n<source>\n1 a : \n2 b : \n</source>\n'
    b"<translation>\n1 c : \n</translation>\n<alignment>\n1 <==> 1 // EQUI // 5 // a <==> c\n"
    b"2 <==> 0 // NOALI // NIL // b <==> -not aligned-\n</alignment>\n</sentence>\n\n\n"
)
# A sound file for each door.
SEEDS = {
    "align": LINE + b', "source_chunks": [[0, 2]], "question": "Who?"}\n{"source": 1}\n[]\n',
    "jsonl": LINKED
    + b', "words": [{"source": [0], "target": [1], "relation": "restates", "score": 0.5}], '
    b'"phrases": [{"source": [0, 1], "target": [0], "source_head": 1, "target_head": 0}], '
    b'"chunks": null, "relation": {"entails": true, "similarity": 0.5}, "source_chunks": [[0, 1]], '
    b'"source_tree": [[1, "det"], [1, "ROOT"]], "target_tree": [[1, "nsubj"], [1, "ROOT"]], '
    b'"fusions": [{"kind": "union", "text": "A"}]}\n',
    "rewrites": b'{"id": 1, "text": "A b. C.", "rewrites": [{"sentence": 0, "text": "A."}]}\n'
    b'{"text": "a", "references": ["b", "c"]}\n',
    "jacana": b'[{"id": "1", "source": "A cat", "target": "One", "sureAlign": "1-0", '
    b'"possibleAlign": "0-0"}]',
    "multimwa": b"7\tA small cat\tN/A\tOne cat\tN/A\t1\t1\t2-1\t0-0\n",
    "pharaoh": b"a b\n\fc\n\f0-0 1p0\n",
    "ists": WA,
    "daeso": GRAPHS,
    "bank": BANK,
    "table": b'id,source,target,label,score\n1,"A ""cat"", x",B,entailment,0.5\n',
    "sick": b"pair_ID\tsentence_A\tsentence_B\tentailment_label\trelatedness_score\n"
    b"3\tA man\tNobody\tCONTRADICTION\t3.2\n",
    "nli": b'{"premise": "A cat", "hypothesis": "A dog", "label": 2}\n{"sentence1": "a"}\n',
    "docbin": b"",  # made of a pair by `Target`
}
DOORS = tuple(SEEDS)


class Target:
    """What inputs are given to; what must not be raises AssertionError, or whatever it is.

    Args:
        folder: Where files are written; they take each other's place.
    """

    def __init__(self, folder: Path) -> None:
        import spacy
        from spacy.tokens import DocBin

        from spacy_paraphrase import make_pair, readers

        warnings.simplefilter("ignore")  # chunk files are missing
        from spacy_paraphrase.cli import runner

        self.folder, self.readers = folder, readers
        self.nlp = spacy.blank("en")
        self.nlp.add_pipe("sentence_pair")
        self.nlp.add_pipe("tree_aligner", config={"method": "identity"})
        self.runner = runner.Runner(self.nlp, runner.to_record)
        with_nlp = {"jsonl", "table", "sick", "nli", "docbin"}
        of = {"sick": "table", "bank": "daeso"}
        self.doors: dict[str, Callable[[bytes], None]] = {"align": self.align}
        for door in DOORS[1:]:
            if door not in ("pharaoh", "rewrites"):
                read = getattr(readers, f"read_{of.get(door, door)}")
                self.doors[door] = self.reading(door, read, door in with_nlp)
        self.doors["rewrites"] = self.rewrites
        docs = DocBin(store_user_data=True, docs=[self.nlp(make_pair(self.nlp, "A cat", "a dog"))])
        SEEDS["docbin"] = zlib.decompress(docs.to_bytes())
        self.doors["pharaoh"] = self.pharaoh

    def __call__(self, data: bytes) -> None:
        """Send an input through the door that its first byte names."""
        if data:
            self.doors[DOORS[data[0] % len(DOORS)]](data[1:])

    def align(self, data: bytes) -> None:
        """Every line ends once; our reader takes what comes out."""
        from spacy_paraphrase.cli.streams import Failure
        from spacy_paraphrase.jobs.atomic import json_line

        lines = list(enumerate(data.split(b"\n"), 1))
        results = list(self.runner.run(iter(lines)))
        assert len(results) == len(lines)
        for (number, _), result in zip(lines, results, strict=True):
            if isinstance(result, Failure):
                assert result.line == number
                json.loads(json_line(vars(result)))
            else:
                [record] = self.readers.read_jsonl(self.write("out.jsonl", json_line(result)))
                assert json.dumps(record.id) == json.dumps(result["id"])

    def reading(self, door: str, read: Callable[..., Any], with_nlp: bool) -> Callable[..., None]:
        """Return the door of a reader."""
        files = {"daeso": "pairs.pgc", "bank": "bank.xml", "table": "t.csv", "sick": "t.tsv"}

        def check(data: bytes) -> None:
            path = self.write(files.get(door, f"file.{door}"), data)
            if door == "docbin":  # else nothing passes the checksum of zlib
                path.write_bytes(zlib.compress(data))
            elif door in ("daeso", "bank"):
                other = {"daeso": ("bank.xml", BANK), "bank": ("pairs.pgc", GRAPHS)}[door]
                self.write(*other)
                path = self.folder / "pairs.pgc"
            arguments = (path, self.nlp) if with_nlp else (path,)
            self.check(lambda: read(*arguments, on_error=lambda error: None))

        return check

    def pharaoh(self, data: bytes) -> None:
        """Three files of lines, divided at a form feed."""
        parts = [*data.split(b"\f"), b"a b\n", b"c\n"][:3]
        paths = [self.write(f"{k}.txt", part) for k, part in enumerate(parts)]
        self.check(lambda: self.readers.read_pharaoh(*paths, on_error=lambda error: None))

    def rewrites(self, data: bytes) -> None:
        """Texts with what became of them; nothing is made of them."""
        path = self.write("texts.jsonl", data)
        for _ in self.allowed(
            lambda: self.readers.read_rewrites(path, on_error=lambda error: None)
        ):
            pass

    def check(self, read: Callable[[], Iterator[Any]]) -> None:
        """Check what is made of the pairs that a reader gives."""
        from spacy_paraphrase.jobs.atomic import json_line

        for record in self.allowed(read):
            self.allowed(partial(self.docs, record))
            line = json_line(self.readers.record_to_json(getattr(record, "pair", record)))
            [again] = self.readers.read_jsonl(self.write("again.jsonl", line))
            assert json_line(self.readers.record_to_json(again)) == line

    def docs(self, record: Any) -> list[Any]:
        """Return what a Doc says that was made of a pair."""
        pair = getattr(record, "pair", record)
        return [self.readers.doc_to_record(self.readers.record_to_doc(pair, self.nlp))]

    def allowed(self, read: Callable[[], Any]) -> list[Any]:
        """Return what is read, nothing if it is refused with a code."""
        from spacy_paraphrase import ParaphraseError

        try:
            return list(read())
        except ParaphraseError:
            return []

    def write(self, name: str, data: bytes) -> Path:
        """Write a file, and return its path."""
        path = self.folder / name
        path.write_bytes(data)
        return path


def fuzz(seconds: int, keep: Path, work: Path) -> None:
    """Look for inputs that must not be, and end the process."""
    import atheris

    with atheris.instrument_imports(include=list(WATCHED)):
        target = Target(work)
    seeds = keep / "seeds"
    seeds.mkdir(parents=True, exist_ok=True)
    for k, seed in enumerate(SEEDS.values()):
        (seeds / str(k)).write_bytes(bytes([k]) + seed)
    limits = {
        "max_total_time": seconds,
        "max_len": LONGEST,
        "timeout": SECONDS_EACH,
        "rss_limit_mb": MEGABYTES,
        "artifact_prefix": f"{keep}/",
        "seed": 1,
        "print_final_stats": 1,
    }
    options = [f"-{name}={value}" for name, value in limits.items()]
    atheris.Setup([sys.argv[0], *options, str(seeds)], target)
    atheris.Fuzz()


def main() -> None:
    """Fuzz, or give single files to the target."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--keep", type=Path, help="where inputs are kept; else a temporary folder")
    parser.add_argument("--again", type=Path, nargs="*", default=[], metavar="FILE")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        if args.again:
            target = Target(Path(work))
            for path in args.again:
                target(path.read_bytes())
            return
        fuzz(args.seconds, args.keep or Path(tempfile.mkdtemp(prefix="fuzz-")), Path(work))


if __name__ == "__main__":
    main()
