"""Interactive pictures: their model as data, and the scripts that use it.

The scripts are plain ES modules in the folder `assets`. A server sends them as separate files; a
self-contained page includes them as one script. The pictures are the same without scripts.
"""

from __future__ import annotations

import base64
import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..pairs.alignment import LEVELS, RELATIONS
from ..pairs.pair import SIDES
from .pair_view import View, ViewLink
from .style import COLOURS, ERRORS, UNLABELLED, error_of

ASSETS = Path(__file__).parent / "assets"
_ENTRY = "page.js"
_IMPORT = re.compile(r'^import [^;]*? from "\./([\w-]+\.js)";\n', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.M)
# Parts of scripts that a browser does not need: comment lines, indentation and empty lines.
_SPARE = re.compile(r"^[ ]*(?://|/\*\*| \*).*\n|^[ ]+|^\n", re.M)
# Colours that pages and the viewer use as CSS variables.
_VARIABLES = {
    "word": "word",
    "paper": "paper",
    "muted": "muted",
    "grid": "grid",
    "accent": "equals",
    "right": "equals",
    "wrong": "specifies",
    **{name: name for name in (*RELATIONS, UNLABELLED)},
}
# Background colours of words: (on light, on dark).
_GROUNDS = {
    "yield": ("#d6e9f8", "#1d4560"),
    "at": ("#9fd0f2", "#2b6d99"),
    "free": ("#fde3cf", "#5c3413"),
    "found": ("#fff1a8", "#5f5400"),
}


def model_of(view: View) -> dict[str, Any]:
    """Return a view as plain data for the scripts: `sides`, and `links` with the picture's names.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> from spacy_paraphrase.render.pair_view import make_view
        >>> doc = make_pair(spacy.blank("en"), "A cat sleeps", "The cat naps")
        >>> model = model_of(make_view(doc, gold=[(1, 1)]))
        >>> [(link["key"], link["verdict"]) for link in model["links"]]
        [('words:1:1', 'miss')]
    """
    model: dict[str, Any] = {}
    for name in SIDES:
        side = view.side(name)
        model[name] = {
            "words": list(side.words),
            "heads": [each.above for each in side.tree],
            "deps": [each.label for each in side.tree],
            "text": side.text,
        }
    return model | {"links": [link_model(edge) for edge in view.edges]}


def link_model(edge: ViewLink) -> dict[str, Any]:
    """Return a link as plain data."""
    return {
        "key": edge.name,
        "level": edge.level,
        "source": list(edge.source),
        "target": list(edge.target),
        "heads": list(edge.tops),
        "relation": edge.relation,
        "score": round(edge.score, 4),
        "conflict": edge.conflict,
        "verdict": edge.verdict,
        "gold_relation": edge.gold_relation,
        "error": error_of(edge),
    }


def choices(judged: bool) -> dict[str, dict[str, str]]:
    """Return the filters of a page: the values of each kind, and their names."""
    found: dict[str, dict[str, str]] = {
        "relation": {name: name for name in (*RELATIONS, UNLABELLED)},
        "level": {level: level for level in LEVELS},
    }
    return found | ({"error": {"differs": "not all right", **ERRORS}} if judged else {})


def data_element(data: Any, id: str = "") -> str:
    r"""Return plain data as an HTML element, escaped so that they cannot end it or run as code.

    Args:
        data: The data.
        id: The id of the element; "" for none.

    Example:
        >>> data_element({"word": "</script>"})
        '<script type="application/json">{"word":"\\u003c/script\\u003e"}</script>'
    """
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    for char in "<>&":
        text = text.replace(char, f"\\u{ord(char):04x}")
    name = f' id="{id}"' if id else ""
    return f'<script type="application/json"{name}>{text}</script>'


@cache
def script() -> str:
    """Return all modules as the content of one `script` element, for a page without a server.

    Each module follows the modules that it imports. Imports, exports and comments are removed;
    top-level names are unique. The content is also valid XML character data.
    """
    order: list[str] = []

    def visit(name: str) -> None:
        if name not in order:
            text = (ASSETS / name).read_text(encoding="utf-8")
            for imported in _IMPORT.findall(text):
                visit(imported)
            order.append(name)

    visit(_ENTRY)
    texts = ((ASSETS / name).read_text(encoding="utf-8") for name in order)
    code = "".join(_SPARE.sub("", _EXPORT.sub("", _IMPORT.sub("", text))) for text in texts)
    return f'//<![CDATA[\n"use strict";(() => {{\n{code}}})();\n//]]>'


def script_element() -> str:
    """Return the script element that makes the pictures of a page interactive."""
    return f"<script>{script()}</script>"


def script_hash() -> str:
    """Return the hash by which a content security policy allows only `script`."""
    digest = sha256(script().encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@cache
def stylesheet(scope: str = ":root") -> str:
    """Return the viewer's stylesheet; its colours are CSS variables of the selector `scope`."""
    light, dark = (
        "".join(
            [f"--{name}:{COLOURS[colour][k]};" for name, colour in _VARIABLES.items()]
            + [f"--{name}:{ground[k]};" for name, ground in _GROUNDS.items()]
        )
        for k in (0, 1)
    )
    return (
        f"{scope}{{color-scheme:light dark;{light}}}"
        f"@media (prefers-color-scheme:dark){{{scope}{{{dark}}}}}\n"
        + (ASSETS / "viewer.css").read_text(encoding="utf-8")
    )
