"""What the package costs those who install it, import it, and compare a first pair."""

import ast
import importlib
import importlib.util
import inspect
from dataclasses import asdict
from pathlib import Path

import pytest
import spacy
from spacy.language import Language

import spacy_paraphrase
from spacy_paraphrase import factories
from spacy_paraphrase.acquire.phrases import PhraseSettings
from spacy_paraphrase.generation.checks.guards import DEFAULT_GUARDS
from spacy_paraphrase.registry import FACTORIES

ROOT = Path(__file__).parents[1]
# Rooms that comparing a pair does not enter.
ELSEWHERE = [
    *("acquire", "cli", "many", "metrics", "papers", "readers", "render", "rewrite", "scoring"),
    "view",
]


@pytest.fixture(scope="module")
def startup():
    spec = importlib.util.spec_from_file_location("startup", ROOT / "benchmarks" / "startup.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def compared(startup):
    return startup.step(startup.COMPARE)


def test_a_blank_pipeline_imports_little_more(startup):
    [(given, without)] = startup.blank_pipelines(1)
    assert without.ours == []
    assert 0 < len(given.ours) <= 12, given.ours
    others = {*given.modules} - {*without.modules, *given.ours}
    assert len(others) <= 5, others


def test_the_import_is_light(startup):
    found = startup.step(startup.IMPORT)
    assert len(found.ours) <= 12, found.ours
    others = {*found.modules} - {*found.ours}
    assert len(others) <= 5, others


def test_a_comparison_reaches_few_modules(compared):
    assert 0 < len(compared.ours) <= 140, compared.ours
    rooms = {name.split(".")[1] for name in compared.ours if "." in name}
    assert not rooms & set(ELSEWHERE)
    assert not {"networkx", "wn"} & set(compared.modules)


# -- The names of the package ----------------------------------------------------------------------


def test_the_names_are_those_of_the_type_checkers():
    tree = ast.parse(Path(spacy_paraphrase.__file__).read_text("utf8"))
    (block,) = (n for n in tree.body if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.dump(n))
    told = {alias.asname: node.module for node in block.body for alias in node.names}
    assert sorted(told) == spacy_paraphrase.__all__
    for name, module in told.items():
        home = importlib.import_module(f"spacy_paraphrase.{module}")
        assert getattr(spacy_paraphrase, name) is getattr(home, name), name


def test_the_names_are_listed_and_others_refused():
    assert set(spacy_paraphrase.__all__) < set(dir(spacy_paraphrase))
    with pytest.raises(AttributeError, match="'spacy_paraphrase' has no attribute 'nothing'"):
        _ = spacy_paraphrase.nothing


# -- The factories ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FACTORIES)
def test_a_factory_takes_what_its_component_takes(name):
    component = type(spacy.blank("en").create_pipe(name))
    taken = list(inspect.signature(component).parameters)
    assert list(inspect.signature(getattr(factories, f"make_{name}")).parameters) == taken
    assert set(Language.get_factory_meta(name).default_config) == set(taken) - {"nlp", "name"}


def test_defaults_that_a_component_has_too():
    default = Language.get_factory_meta("phrase_harvester").default_config
    assert default == asdict(PhraseSettings())
    assert list(DEFAULT_GUARDS) == factories.GUARDS
