import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOM = Path(__file__).parents[2] / "scripts" / "encoder"
MODULES = ("wording", "changes", "examples", "teach", "fetch")


@pytest.fixture(scope="session")
def room():
    """The modules of scripts/encoder that need no torch; a test module is called `examples` too."""
    if not ROOM.is_dir():
        pytest.skip("the scripts are not in this copy")
    others = {name: sys.modules.pop(name) for name in MODULES if name in sys.modules}
    sys.path.insert(0, str(ROOM))
    try:
        return SimpleNamespace(**{name: importlib.import_module(name) for name in MODULES})
    finally:
        sys.path.remove(str(ROOM))
        for name in MODULES:
            sys.modules.pop(name, None)
        sys.modules.update(others)


@pytest.fixture(scope="session")
def parse(nlp):
    """From sentences to their parses."""

    def parses(*texts):
        with nlp.select_pipes(
            disable=["sentence_pair", "graph_matcher", "relation_classifier"],
        ):
            return [*nlp.pipe(texts)]

    return parses
