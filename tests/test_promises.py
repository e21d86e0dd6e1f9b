"""Every promise of the documentation names tests that there are."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")


def promised():
    """Yield the file and the name of every test, a row of a table after the other."""
    for row in PAGE.splitlines():
        path = ""
        for part, name in re.findall(r"`([\w/.]*)::(\w+)`", row):
            path = part or path
            yield path, name


def test_the_tests_of_the_promises_are_there():
    tests = list(promised())
    assert len(tests) > 20
    for path, name in tests:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert name in {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}, (path, name)


def test_every_promise_has_a_test():
    rows = [row for row in PAGE.splitlines() if row.startswith("| ")]
    assert all("::" in row for row in rows if row != "| promise | test |")
