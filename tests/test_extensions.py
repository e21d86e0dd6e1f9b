import subprocess
import sys

import pytest


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


@pytest.mark.parametrize("module", ["wn", "networkx", "scipy", "requests", "httpx", "onnxruntime"])
def test_import_is_light(module):
    done = run(
        f"import sys, spacy; before = set(sys.modules); import spacy_paraphrase; "
        f"print({module!r} in set(sys.modules) - before)"
    )
    assert done.stdout == "False\n", done.stderr
