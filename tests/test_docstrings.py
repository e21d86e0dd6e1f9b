"""Every example in a docstring runs."""

import doctest
import importlib
import pkgutil
import warnings

import pytest

import spacy_paraphrase

NAMES = sorted(
    module.name
    for module in pkgutil.walk_packages(spacy_paraphrase.__path__, "spacy_paraphrase.")
    if not module.name.endswith("__main__")
)


@pytest.mark.parametrize("name", ["spacy_paraphrase", *NAMES])
def test_docstrings(name):
    module = importlib.import_module(name)
    with warnings.catch_warnings():
        # Examples on a blank pipeline have no parse.
        warnings.simplefilter("ignore", spacy_paraphrase.ParaphraseWarning)
        result = doctest.testmod(module)
    assert result.failed == 0
