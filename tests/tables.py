"""Tables of examples beside the tests: cells between tabs, below a line with names of columns."""

import csv
from pathlib import Path


def table(test, name):
    """Return the rows of a table that stands beside a test, as dicts."""
    lines = Path(test).with_name(f"{name}.tsv").read_text("utf-8").splitlines()
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
