"""The house in figures and as a picture, from the code itself.

    python scripts/house.py figures
    python scripts/house.py picture docs/images/rooms.svg

`figures` prints how many modules and lines there are, the largest modules, in which rooms the parse
itself is read, where the word lists are, the functions that are too complex, and whether the rooms
import each other in a circle.
`picture` draws the rooms in their layers, those of the contract in pyproject.toml, each with what
it is for and the rooms that it imports.
"""

from __future__ import annotations

import argparse
import ast
import dataclasses
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path

from spacy_paraphrase.lang import language_data

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "spacy_paraphrase"
LARGEST = 5
MOST_COMPLEX = 15
# Attributes by which a parse is read: of our sides and trees, and of spaCy's tokens.
PARSE = frozenset(
    (
        *("heads", "deps", "tags", "pos", "head", "dep_", "tag_", "pos_", "children", "lefts"),
        *("rights", "ancestors", "functions", "labels_of", "dependents"),
    )
)
# The rooms that may read it: they make of it what all others ask.
READERS = ("analysis", "lang")
# Sizes in the picture.
WIDTH, BOX, ROW, GAP, MARGIN, LINE = 1180, 74, 104, 14, 20, 15


def modules() -> dict[str, list[str]]:
    """Return the lines of every module, by its path within the package."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return {p.relative_to(PACKAGE).as_posix(): p.read_text("utf8").splitlines() for p in paths}


def figures() -> None:
    """Print the size of the house and what is wrong with it."""
    sizes = {name: len(lines) for name, lines in modules().items()}
    total = sum(sizes.values())
    print(f"{len(sizes)} modules, {total} lines, mean {total / len(sizes):.0f}")
    largest = sorted(sizes, key=lambda name: -sizes[name])[:LARGEST]
    print("largest:", ", ".join(f"{name} {sizes[name]}" for name in largest))
    rooms = [path for path in PACKAGE.iterdir() if (path / "__init__.py").exists()]
    print(f"{len(rooms)} rooms, largest {max(len(list(r.glob('*.py'))) for r in rooms)} modules")
    reads = parse_reads()
    told = ", ".join(f"{room} {count}" for room, count in reads.most_common())
    print(f"reads of the parse outside of {' and '.join(READERS)}: {reads.total()} ({told})")
    data = language_data("en")
    lists = [field.name for field in dataclasses.fields(data) if field.name != "code"]
    print(f"{len(lists)} named lists of words and labels in lang/en.toml; elsewhere:")
    run("-m", "pytest", "-q", "--no-header", "tests/lang/test_word_lists.py")
    print(f"functions over complexity {MOST_COMPLEX}:")
    run("-m", "ruff", "check", "--select", "C901", "spacy_paraphrase")
    print("names that nothing uses:")
    run("-m", "vulture")
    print("layers and circles:")
    run("-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-logo")


def parse_reads() -> Counter[str]:
    """Return how often each room above the parse reads heads, labels and tags itself."""
    found: Counter[str] = Counter()
    for name, lines in modules().items():
        room = name.partition("/")[0]
        for node in ast.walk(ast.parse("\n".join(lines))) if room not in READERS else ():
            read = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
            found[room] += read and node.attr in PARSE
    return +found


def complexities() -> dict[str, int]:
    """Return of each function how many ways lead through it: branches, loops, "and", "or"."""
    counted = (ast.If, ast.For, ast.While, ast.ExceptHandler, ast.IfExp, ast.Assert, ast.match_case)
    found = {}
    for name, lines in modules().items():
        for function in ast.walk(ast.parse("\n".join(lines))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                nodes = list(ast.walk(function))
                ways = 1 + sum(isinstance(node, counted) for node in nodes)
                ways += sum(len(n.values) - 1 for n in nodes if isinstance(n, ast.BoolOp))
                ways += sum(1 + len(n.ifs) for n in nodes if isinstance(n, ast.comprehension))
                found[f"{name}: {function.name}"] = ways
    return found


def run(*command: str) -> None:
    """Run a Python tool from the root of the repository and show the end of what it prints."""
    sys.stdout.flush()
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True)
    print("\n".join(f"  {line}" for line in done.stdout.splitlines()[-6:] if line.strip()))


def layers() -> list[list[str]]:
    """Return the rooms of each layer, from the top, as the contract in pyproject.toml has them."""
    text = (ROOT / "pyproject.toml").read_text("utf8")
    block = text.partition("\nlayers = [")[2].partition("]")[0]
    return [line.strip(' ",').split(" | ") for line in block.splitlines() if line.strip()]


def purpose(room: str) -> str:
    """Return the first sentence of a room's docstring."""
    path = PACKAGE / room
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(source.read_text("utf8"))) or ""
    return text.partition("\n")[0].rstrip(".")


def imports(room: str, rooms: set[str]) -> set[str]:
    """Return the other rooms that a room imports."""
    return {name for name in imported(room) if name in rooms and name != room}


def imported(room: str) -> Iterator[str]:
    """Yield the first part of whatever a room imports from this package."""
    for name, lines in modules().items():
        if name.partition("/")[0].removesuffix(".py") != room:
            continue
        for node in ast.walk(ast.parse("\n".join(lines))):
            if not isinstance(node, ast.ImportFrom):
                continue
            module = node.module or ""
            if node.level == name.count("/") + 1:
                yield from [module.partition(".")[0]] if module else [a.name for a in node.names]
            elif module.startswith("spacy_paraphrase."):
                yield module.split(".")[1]


def picture() -> str:
    """Return the rooms in their layers as SVG."""
    rows = layers()
    rooms = {room for row in rows for room in row}
    height = 2 * MARGIN + len(rows) * ROW - (ROW - BOX)
    parts = []
    for k, row in enumerate(rows):
        width = (WIDTH - 2 * MARGIN - GAP * (len(row) - 1)) / len(row)
        for i, room in enumerate(row):
            x, y = MARGIN + i * (width + GAP), MARGIN + k * ROW
            below = ", ".join(sorted(imports(room, rooms), key=lambda n: place(n, rows)))
            folder = "/" if (PACKAGE / room).is_dir() else ".py"
            told = (
                ("name", f"{room}{folder}"),
                ("what", shortened(purpose(room), width / 7)),
                ("uses", shortened(f"imports {below or 'nothing'}", width / 5.7)),
            )
            parts.append(f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{BOX}" rx="6"/>')
            parts += [
                f'<text class="{kind}" x="{x + 12:.0f}" y="{y + 22 + 20 * n}">{escape(text)}</text>'
                for n, (kind, text) in enumerate(told)
            ]
        if k:
            parts.append(f'<path d="M{WIDTH / 2:.0f} {y - ROW + BOX + 4} v{ROW - BOX - 10}"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" role="img">\n<title>The rooms of the package, each of which '
        "imports those below</title>\n<style>rect{fill:#f5f7fa;stroke:#4c6a92}"
        "path{stroke:#4c6a92;stroke-width:2;marker-end:url(#tip)}.name{font-weight:bold;"
        "font-size:15px}.what{font-size:13px}.uses{font-size:11px;fill:#555}</style>\n"
        '<marker id="tip" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="5" markerHeight="5" '
        'orient="auto"><path d="M0 0 8 4 0 8z" style="marker-end:none"/></marker>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def place(room: str, rows: list[list[str]]) -> tuple[int, str]:
    """Return where a room stands, for sorting."""
    return next(k for k, row in enumerate(rows) if room in row), room


def shortened(text: str, letters: float) -> str:
    """Return a text that fits into a box, cut behind a word."""
    most = int(letters)
    return text if len(text) <= most else text[:most].rpartition(" ")[0] + " …"


def main() -> None:
    """Print the figures, or draw the picture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("figures", help="print sizes and what is wrong")
    drawing = commands.add_parser("picture", help="draw the rooms")
    drawing.add_argument("file", type=Path)
    args = parser.parse_args()
    if args.command == "figures":
        figures()
    else:
        args.file.write_text(picture(), encoding="utf8")


if __name__ == "__main__":
    main()
