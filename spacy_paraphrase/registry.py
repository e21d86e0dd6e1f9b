"""Names of components, and registered functions that a config finds without an import."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

import catalogue  # type: ignore[import-untyped]
from spacy.language import Language
from spacy.util import registry

from .errors import ParaphraseError

Function = TypeVar("Function", bound=Callable[..., Any])

# Tables of spaCy's registry for what users plug in: what says how like two words are, what features
# pairs have, what judges a pair, what proposes other wordings, what refuses a fusion.
EXPERTS, FEATURES, JUDGES = "paraphrase_experts", "paraphrase_features", "paraphrase_judges"
PROPOSERS, CHECKS = "paraphrase_proposers", "paraphrase_checks"
TABLES = (EXPERTS, FEATURES, JUDGES, PROPOSERS, CHECKS)
for _table in TABLES:
    setattr(registry, _table, catalogue.create("spacy", _table, entry_points=True))

ALIGNERS = ("tree_aligner", "graph_matcher")
# Our components in the order of the pipeline.
FACTORIES = (
    *("sentence_pair", "pair_encoder", *ALIGNERS, "relation_classifier", "sentence_fuser"),
    *("paraphrase_edits", "paraphrase_similarity", "paraphrase_classifier", "sentence_rewriter"),
    *("phrase_harvester", "text_comparison", "support_checker"),
)
SIDES_FINDER, *PAIR_READERS = FACTORIES
# What the modules of `papers` are asked for by: commands, files and settings.
PAPERS = {
    "algraeph": "the form of Algraeph (.pgc)",
    "anchored": "mine anchored, mine entities",
    "anchors": "mine anchors",
    "contexts": "mine contexts",
    "daeso": "the form of the DAESO corpus (.pgc)",
    "dependency_paths": "rows of dependency paths",
    "dirt": "rules for paths (spacy-paraphrase.PathRules.v1, align --paths)",
    "lattices": "mine lattices",
    "memory": "memory-based learning (spacy-paraphrase.PairMemory.v1)",
    "merged_parses": "mine lattices --method parses",
    "path_rules": "mine paths",
    "perp": "the features 'perp'",
}


def side_components(nlp: Language) -> list[str]:
    """Return the components that process each side of a pair on its own, by name.

    These are all components of other packages before the first pair component of this package, and
    before any component that needs spans; none if there is no such pair component.
    """
    found: list[str] = []
    for name in nlp.pipe_names:
        meta = nlp.get_pipe_meta(name)
        if meta.factory in PAIR_READERS or "doc.spans" in meta.requires:
            break
        if meta.factory != SIDES_FINDER:
            found.append(name)
    readers = (nlp.get_pipe_meta(name).factory in PAIR_READERS for name in nlp.pipe_names)
    return found if any(readers) else []


def finds_sentences(nlp: Language) -> bool:
    """Return whether a component of another package, not a parser, sets sentence starts."""
    metas = map(nlp.get_pipe_meta, nlp.pipe_names)
    assigned = [meta.assigns for meta in metas if meta.factory not in FACTORIES]
    return any("token.is_sent_start" in each and "token.dep" not in each for each in assigned)


def by_sides(nlp: Language) -> dict[str, Any]:
    r"""Return the settings with which `nlp` and `nlp.pipe` parse each side on its own at once.

    Without them the result is the same, but `side_components` also run needlessly over the pair.

    Example:
        >>> import spacy_paraphrase
        >>> nlp = spacy_paraphrase.load()
        >>> doc = nlp("A cat sleeps.\nThe cat naps.", **by_sides(nlp))
        >>> doc._.relation.label
        'generalizes'
    """
    names = side_components(nlp)
    finders = [n for n in nlp.pipe_names if nlp.get_pipe_meta(n).factory == SIDES_FINDER]
    settings = {name: {"at_once": True} for name in finders}
    return {"disable": names, "component_cfg": settings} if names else {}


def registered(name: str, table: str = "misc") -> Callable[[Function], Function]:
    """Register a function as `spacy-paraphrase.<name>` in a table of spaCy's registry.

    What is in one of `TABLES` is in "misc", too, where configs of before look for it. Every such
    function must also have an entry point in pyproject.toml.
    """

    def register(function: Function) -> Function:
        for each in (table, "misc") if table in TABLES else (table,):
            getattr(registry, each)(f"spacy-paraphrase.{name}", func=function)
        return function

    return register


def paper(name: str) -> Any:
    """Import a module of `papers`; the rest of the package imports these modules only in this way.

    Args:
        name: One of `PAPERS`.

    Raises:
        ParaphraseError: P044 if the folder was deleted.

    Example:
        >>> paper("dependency_paths").parse_path("N:subj:V<solve>V:obj:N").lemma
        'solve'
    """
    module = f"{__package__}.papers.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name not in (module, module.rpartition(".")[0]):
            raise
        raise ParaphraseError("P044", what=PAPERS[name]) from error


@registered("PathRules.v1")
def make_path_rules(path: str) -> Any:
    """Return path rules that label relations of aligned words (`papers.dirt.PathRules`)."""
    return paper("dirt").PathRules(path)


@registered("PairMemory.v1", "architectures")
def build_memory(k: int = 3, share: float = 0.5) -> Any:
    """Return a memory-based classifier of word pairs (`papers.memory.build_memory`)."""
    return paper("memory").build_memory(k, share)
