import csv
import importlib
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

FOLDER = Path(__file__).parents[2] / "scripts"

_UNION = [
    ("The court fined the bank on Monday.", "A bank was fined by the court."),
    ("A bank was fined by the court.", "The court fined a bank 3 million dollars on Monday."),
    ("Ten people died in the storm.", "Nine people died in the storm in Spain."),
]
_MSRP = [
    ("The mayor opened the new bridge.", "The new bridge was opened by the mayor on Friday."),
    ("The mayor opened the new bridge.", "The bridge was opened."),
    ("Prices rose in May.", "Prices fell in May."),
]
_WA = """<sentence id="1" status="">
// Storm kills ten
// Ten die in storm
<source>
1 Storm :
2 kills :
3 ten :
</source>
<translation>
1 Ten :
2 die :
3 in :
4 storm :
</translation>
<alignment>
1 <==> 3 4 // EQUI // 5 // Storm <==> in storm
2 <==> 2 // EQUI // 5 // kills <==> die
3 <==> 1 // EQUI // 5 // ten <==> Ten
</alignment>
</sentence>
"""
_MTREF = [
    ("the talks end today .", "the talks finish today ."),
    ("the talks finish today .", "today the talks end ."),
]
_RTE = (
    '<entailment-corpus><pair id="{}"><t>A storm hit Spain.</t><h>It rained.</h></pair>'
    "</entailment-corpus>"
)


@pytest.fixture(scope="session")
def scripts():
    """The scripts that store, compare and ablate outputs."""
    folder = FOLDER
    if not (folder / "outputs.py").exists():
        pytest.skip("the scripts are not in this copy")
    sys.path.insert(0, str(folder))
    names = ("drawn", "differences", "outputs", "switches", "ablate")
    yield SimpleNamespace(**{name: importlib.import_module(name) for name in names})
    sys.path.remove(str(folder))


def _write_table(path, header, rows, delimiter):
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows([header, *rows])


@pytest.fixture(scope="session")
def data(tmp_path_factory, scripts):
    """A folder with a few rows of each corpus."""
    folder, drawn = tmp_path_factory.mktemp("data"), scripts.drawn
    _write_table(folder / drawn.UNION, ("one", "two"), _UNION, ",")
    _write_table(folder / drawn.MSRP, "abcde", [(1, 2, 3, *pair) for pair in _MSRP], "\t")
    _write_table(folder / drawn.SICK, "abc", [(1, *pair) for pair in _MSRP[::-1]], "\t")
    texts = {"source": "Ten died .", "target": "Ten people died .", "sureAlign": "0-0 1-2"}
    words = json.dumps([texts | {"possibleAlign": ""}])
    lines = [
        "\t".join((str(k), one, "N/A", other, "N/A", "1", "1", "0-0", "")) + "\n"
        for k, (one, other) in enumerate(_MTREF)
    ]
    chunks = Path(drawn.HEADLINES.removesuffix(".wa"))
    files = {
        drawn.EDINBURGH: words,
        drawn.HEADLINES: _WA,
        f"{chunks}.sent1.chunk": "[ Storm ] [ kills ] [ ten ]\n",
        f"{chunks}.sent2.chunk": "[ Ten ] [ die ] [ in storm ]\n",
        drawn.RENDERINGS: "".join(lines),
        **{path: _RTE.format(k) for k, path in enumerate(drawn.RTE.values())},
    }
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder
