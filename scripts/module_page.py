"""A hook of mkdocs: the page of all modules, and links to it from the way of a pair.

The page is made when the site is built, of the first line of each docstring.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

PACKAGE = Path(__file__).parents[1] / "spacy_paraphrase"
# The page whose names become links.
LINKED = "architecture.md"
HEAD = """# Modules

Every module of the package, room by room, with what it is about.
"""


def modules() -> dict[str, str]:
    """Return the first line of the docstring of each module and room.

    The names are those of the pages: "pairs/", "pairs.pair", "views.py".
    """
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        text = (ast.get_docstring(ast.parse(path.read_text("utf8"))) or "").split("\n\n")[0]
        name = path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
        if name.endswith(".__init__"):
            name = name.removesuffix("__init__")[:-1] + "/"
        elif "." not in name:
            name += ".py"
        found[name] = " ".join(text.split())
    return found


def anchor(name: str) -> str:
    """Return the anchor of a module or room on the page."""
    return re.sub(r"\W", "-", name)


def page() -> str:
    """Return the page: the modules at the root, then each room with its modules."""
    found = modules()
    single = [name for name in found if name.endswith(".py")]
    parts = [HEAD, *_rows(single, found)]
    for room in (name for name in found if name.endswith("/")):
        parts.append(f"\n## {room} {{#{anchor(room)}}}\n\n{found[room]}\n")
        parts += _rows([name for name in found if name.startswith(room[:-1] + ".")], found)
    return "".join(parts)


def _rows(names: list[str], found: dict[str, str]) -> list[str]:
    lines = [f'- <a id="{anchor(name)}"></a>`{name}`: {found[name]}\n' for name in names]
    return ["\n", *lines]


def with_links(markdown: str) -> str:
    """Return a page on which each name of a module or room is a link to it."""
    found = modules()

    def link(match: re.Match[str]) -> str:
        name = match[1]
        return f"[`{name}`](modules.md#{anchor(name)})" if name in found else match[0]

    return re.sub(r"(?<!\[)`([\w./]+)`", link, markdown)


def on_files(files: Files, *, config: Any) -> Files:
    """Add the page to the site."""
    files.append(File.generated(config, "modules.md", content=page()))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Link the names on the way of a pair."""
    return with_links(markdown) if page.file.src_uri == LINKED else markdown
