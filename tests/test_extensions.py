import pickle
import subprocess
import sys
from importlib import import_module

import pytest

from spacy_paraphrase.pairs.extensions import PRESENTERS, VIEWS


def run(code, **env):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False
    )


CLASH = """
import spacy
from spacy.tokens import Doc
Doc.set_extension("alignment", default=1)
import spacy_paraphrase
nlp = spacy.blank("en")
"""


def test_a_name_taken_by_another_package_is_named():
    done = run(CLASH + "nlp.add_pipe('sentence_pair')")
    assert done.returncode == 1
    assert "P009" in done.stderr
    assert "SPACY_PARAPHRASE_PREFIX" in done.stderr


@pytest.mark.parametrize(
    "again",
    [
        "import importlib; importlib.reload(spacy_paraphrase.pairs.extensions)",
        "import sys; names = [n for n in sys.modules if n.startswith('spacy_paraphrase')]\n"
        "for name in names: del sys.modules[name]\nimport spacy_paraphrase",
    ],
)
def test_a_reloaded_package_takes_its_names_back(again):
    told = (
        "doc = spacy_paraphrase.make_pair(spacy.blank('en'), 'a', 'b')\n"
        "print(isinstance(doc._.alignment, spacy_paraphrase.Alignment))"
    )
    done = run(f"import spacy, spacy_paraphrase\nspacy.blank('en')('a')._.is_pair\n{again}\n{told}")
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr


def test_the_prefix_renames_ours():
    code = CLASH + "print(len(spacy_paraphrase.make_pair(nlp, 'a', 'b')._.pp_alignment))"
    done = run(code, SPACY_PARAPHRASE_PREFIX="pp_")
    assert (done.stdout, done.returncode) == ("0\n", 0), done.stderr


def test_no_import_is_needed_for_a_pipeline():
    code = "import spacy; nlp = spacy.blank('en'); nlp.add_pipe('sentence_pair'); "
    done = run(
        code + "nlp.add_pipe('tree_aligner', config={'method': 'identity'}); "
        "print(len(nlp('a b\\na c')._.alignment))"
    )
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr


@pytest.mark.parametrize(
    "code",
    [
        "import spacy_paraphrase",
        "import spacy; spacy.blank('en').add_pipe('paraphrase_edits')",
        "import spacy; spacy.blank('en').add_pipe('sentence_pair')",
    ],
)
def test_all_are_there_at_once(code):
    told = "print(*sorted((*Underscore.doc_extensions, *Underscore.span_extensions)))"
    done = run(f"{code}; from spacy.tokens.underscore import Underscore; {told}")
    assert done.stdout.split() == sorted(VIEWS), done.stderr


LATER = [*(one for view in VIEWS.values() for one in view[:2] if one), *PRESENTERS.values()]


@pytest.mark.parametrize("later", LATER, ids=lambda later: later.place)
def test_every_function_is_where_it_is_said_to_be(later):
    module, _, name = later.place.partition(":")
    found = getattr(import_module(f"spacy_paraphrase.{module}"), name)
    assert found.__module__ == f"spacy_paraphrase.{module}"
    assert pickle.loads(pickle.dumps(later)) == later
