"""The factories of our components, with their default configs.

spaCy imports all factories of all packages whenever any pipeline is made: these here are thin, and
import a component when one is made. The component tells what its settings mean, and refuses those
that make no sense with a code; types here would have spaCy refuse them before, without one.
"""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from spacy.pipeline import Pipe

from .extensions import PREFIX
from .limits import MAX_WORDS
from .pair import EDITS

ALIGNMENT = f"doc._.{PREFIX}alignment"
EXPERTS: dict[str, dict[str, Any]] = {
    "identity": {"@misc": "spacy-paraphrase.Identity.v1"},
    "lemma": {"@misc": "spacy-paraphrase.Lemma.v1"},
    "norm": {"@misc": "spacy-paraphrase.Norm.v1"},
    "string": {"@misc": "spacy-paraphrase.String.v1"},
    "compound": {"@misc": "spacy-paraphrase.Compound.v1"},
    "number": {"@misc": "spacy-paraphrase.Number.v1"},
    "date": {"@misc": "spacy-paraphrase.Date.v1"},
    "abbreviation": {"@misc": "spacy-paraphrase.Abbreviation.v1"},
    "name": {"@misc": "spacy-paraphrase.Name.v1"},
    "vectors": {"@misc": "spacy-paraphrase.Vectors.v1"},
    "wordnet": {"@misc": "spacy-paraphrase.WordNet.v1"},
}
# The strongest weighted opinion on a word pair counts. Set by hand on development data.
EXPERT_WEIGHTS = {
    "identity": 1.0,
    "lemma": 0.9,
    "norm": 0.9,
    "string": 0.85,
    "compound": 0.8,
    "number": 0.95,
    "date": 0.95,
    "abbreviation": 0.95,
    "name": 0.95,
    "vectors": 0.7,
    "wordnet": 1.0,
}
# Networks of word pairs, and of pairs of phrases and chunks.
PAIR_NETWORK = {
    "@architectures": "spacy-paraphrase.PairNetwork.v1",
    "hidden": [64, 32],
    "dropout": 0.1,
}
UNIT_MATCHER = {
    "@architectures": "spacy-paraphrase.UnitMatcher.v1",
    "hidden": 64,
    "networks": 2,
    "folds": 4,
    "known_words": 400,
    "dropout": 0.25,
    "word_dropout": 0.5,
    "group_dropout": {"wordnet": 0.1, "tensor": 0.1, "vectors": 0.1, "encoder": 0.4},
}
# Families of features (`scoring.families`).
SIMILARITY_FAMILIES = [
    *("strings", "ngrams", "lengths", "takelab", "match", "aligned", "relation", "reading"),
]
CLASSIFIER_FAMILIES = [
    *("strings", "lengths", "takelab", "match", "translation", "aligned", "relation", "reading"),
]
# What keeps bad substitutions out (`rewrite.guards`).
GUARDS = [
    *("form", "support", "usual", "relation"),
    *("length", "entity", "literal", "quote", "comment", "closed_class", "negation", "number"),
    *("variant", "content", "role", "subject_number", "frame", "antonym", "cohyponym"),
]


@Language.factory(
    "sentence_pair",
    assigns=["doc.spans", "token.is_sent_start", f"doc._.{PREFIX}is_pair"],
    default_config={"max_words": MAX_WORDS},
)
def make_sentence_pair(nlp: Language, name: str, max_words: Any) -> Pipe:
    """Make what finds the two sides of a Doc."""
    from .components.sentence_pair import SentencePair

    return SentencePair(nlp, name, max_words=max_words)


@Language.factory(
    "pair_encoder",
    requires=["doc.spans"],
    assigns=["doc.spans"],
    default_config={"path": None},
)
def make_pair_encoder(nlp: Language, name: str, path: Any) -> Pipe:
    """Make what reads both sides of a pair at once."""
    from .components.pair_encoder import PairEncoderPipe

    return PairEncoderPipe(nlp, name, path=path)


@Language.factory(
    "tree_aligner",
    requires=["doc.spans", "doc.sents", "token.dep", "token.lemma"],
    assigns=["doc.spans", ALIGNMENT],
    default_config={
        "method": "words",
        "experts": EXPERTS,
        "weights": EXPERT_WEIGHTS,
        "many_to_many": False,
        "node_score": {
            "@misc": "spacy-paraphrase.NodeMatch.v1",
            "related": {"@misc": "spacy-paraphrase.WordNet.v1", "max_senses": None},
        },
        "relation_score": {"@misc": "spacy-paraphrase.RelMatch.v1"},
        "skip_penalty": 0.0,
        "scorer": {"@scorers": "spacy-paraphrase.AlignmentScorer.v1"},
    },
    default_score_weights={"words_align_f": 1.0},
)
def make_tree_aligner(
    nlp: Language,
    name: str,
    method: Any,
    experts: Any,
    weights: Any,
    many_to_many: Any,
    node_score: Any,
    relation_score: Any,
    skip_penalty: Any,
    scorer: Any,
) -> Pipe:
    """Make the aligner that needs no training."""
    from .components.tree_aligner import TreeAligner

    return TreeAligner(
        nlp,
        name,
        method=method,
        experts=experts,
        weights=weights,
        many_to_many=many_to_many,
        node_score=node_score,
        relation_score=relation_score,
        skip_penalty=skip_penalty,
        scorer=scorer,
    )


@Language.factory(
    "graph_matcher",
    requires=["doc.spans", "doc.sents", "token.dep", "token.lemma"],
    assigns=["doc.spans", ALIGNMENT],
    default_config={
        "model": PAIR_NETWORK,
        "unit_model": UNIT_MATCHER,
        "experts": EXPERTS,
        "weights": EXPERT_WEIGHTS,
        "encoder": None,
        "forms": False,
        "proposals": True,
        "units": {"@misc": "spacy-paraphrase.ChunkUnits.v1"},
        "pretrained": None,
        "threshold": 0.45,
        "cost": "probability",
        "many_to_many": False,
        "scorer": {"@scorers": "spacy-paraphrase.AlignmentScorer.v1"},
    },
    default_score_weights={"words_align_f": 1.0},
)
def make_graph_matcher(
    nlp: Language,
    name: str,
    model: Any,
    unit_model: Any,
    experts: Any,
    weights: Any,
    encoder: Any,
    forms: Any,
    proposals: Any,
    units: Any,
    pretrained: Any,
    threshold: Any,
    cost: Any,
    many_to_many: Any,
    scorer: Any,
) -> Pipe:
    """Make the trainable aligner."""
    from .components.graph_matcher import GraphMatcher

    return GraphMatcher(
        nlp,
        name,
        model=model,
        unit_model=unit_model,
        experts=experts,
        weights=weights,
        encoder=encoder,
        forms=forms,
        proposals=proposals,
        units=units,
        pretrained=pretrained,
        threshold=threshold,
        cost=cost,
        many_to_many=many_to_many,
        scorer=scorer,
    )


@Language.factory(
    "relation_classifier",
    requires=["doc.spans", ALIGNMENT],
    assigns=["doc.spans", f"doc._.{PREFIX}relation"],
    default_config={
        "lexicon": {"@misc": "spacy-paraphrase.WordNet.v1"},
        "tables": {},
        "overwrite": False,
        "judge": "en",
        "model": None,
        "scorer": {"@scorers": "spacy-paraphrase.RelationScorer.v1"},
    },
    default_score_weights={"relation_acc": 1.0},
)
def make_relation_classifier(
    nlp: Language,
    name: str,
    lexicon: Any,
    tables: Any,
    overwrite: Any,
    judge: Any,
    model: Any,
    scorer: Any,
) -> Pipe:
    """Make what relates aligned units, and the sides as a whole."""
    from .components.relation_classifier import RelationClassifier

    return RelationClassifier(
        nlp,
        name,
        lexicon=lexicon,
        tables=tables,
        overwrite=overwrite,
        judge=judge,
        model=model,
        scorer=scorer,
    )


@Language.factory(
    "sentence_fuser",
    requires=["doc.spans", "token.dep", ALIGNMENT],
    assigns=["doc.spans", f"doc._.{PREFIX}fusions"],
    default_score_weights={"union_rouge_l": 1.0},
    default_config={
        "kinds": ["intersection", "union"],
        "candidates": 3,
        "least_said": 0.5,
        "least_parsed": 0.85,
        "least_score": None,
        "fallback": "refuse",
        "pretrained": "en",
        "model": {"@architectures": "spacy-paraphrase.EditNetwork.v1", "hidden": [64]},
        "weights": {},
        "lexicon": {"@misc": "spacy-paraphrase.WordNet.v1"},
        "language_model": {"@misc": "spacy-paraphrase.TagTrigrams.v1"},
    },
)
def make_sentence_fuser(
    nlp: Language,
    name: str,
    kinds: Any,
    candidates: Any,
    least_said: Any,
    least_parsed: Any,
    least_score: Any,
    fallback: Any,
    pretrained: Any,
    model: Any,
    weights: Any,
    lexicon: Any,
    language_model: Any,
) -> Pipe:
    """Make what makes one sentence of two."""
    from .components.sentence_fuser import SentenceFuser

    return SentenceFuser(
        nlp,
        name,
        kinds=kinds,
        candidates=candidates,
        least_said=least_said,
        least_parsed=least_parsed,
        least_score=least_score,
        fallback=fallback,
        pretrained=pretrained,
        model=model,
        weights=weights,
        lexicon=lexicon,
        language_model=language_model,
    )


@Language.factory(
    "paraphrase_edits",
    requires=["doc.spans"],
    assigns=["doc.spans"],
    default_config={
        "preset": "terpa",
        "score_preset": None,
        "costs": {},
        "score_costs": {},
        "constraint": None,
        "max_block": 10,
        "max_distance": 50,
        "cap": True,
        "symmetric": False,
        "stem": "porter",
        "synonyms": "wordnet",
        "phrase_table": None,
        "spans_key": EDITS,
        "require_pair": False,
    },
)
def make_paraphrase_edits(
    nlp: Language,
    name: str,
    preset: Any,
    score_preset: Any,
    costs: Any,
    score_costs: Any,
    constraint: Any,
    max_block: Any,
    max_distance: Any,
    cap: Any,
    symmetric: Any,
    stem: Any,
    synonyms: Any,
    phrase_table: Any,
    spans_key: Any,
    require_pair: Any,
) -> Pipe:
    """Make what finds the typed edits between the sides."""
    from .scoring.paraphrase_edits import ParaphraseEdits

    return ParaphraseEdits(
        nlp,
        name,
        preset=preset,
        score_preset=score_preset,
        costs=costs,
        score_costs=score_costs,
        constraint=constraint,
        max_block=max_block,
        max_distance=max_distance,
        cap=cap,
        symmetric=symmetric,
        stem=stem,
        synonyms=synonyms,
        phrase_table=phrase_table,
        spans_key=spans_key,
        require_pair=require_pair,
    )


@Language.factory(
    "paraphrase_similarity",
    assigns=["doc.spans"],
    requires=["doc.spans"],
    default_config={
        "features": SIMILARITY_FAMILIES,
        "learner": "ridge",
        "alpha": None,
        "domain_copies": False,
        "more": None,
        "pretrained": True,
        "identity_rule": True,
        "scorer": {"@scorers": "spacy-paraphrase.SimilarityScorer.v1"},
    },
    default_score_weights={"sim_pearson": 1.0},
)
def make_paraphrase_similarity(
    nlp: Language,
    name: str,
    features: Any,
    learner: Any,
    alpha: Any,
    domain_copies: Any,
    more: Any,
    pretrained: Any,
    identity_rule: Any,
    scorer: Any,
) -> Pipe:
    """Make what grades how similar the sides are."""
    from .scoring.graded_similarity import ParaphraseSimilarity

    return ParaphraseSimilarity(
        nlp,
        name,
        features=features,
        learner=learner,
        alpha=alpha,
        domain_copies=domain_copies,
        more=more,
        pretrained=pretrained,
        identity_rule=identity_rule,
        scorer=scorer,
    )


@Language.factory(
    "paraphrase_classifier",
    assigns=["doc.spans"],
    requires=["doc.spans"],
    default_config={
        "features": CLASSIFIER_FAMILIES,
        "learner": "logistic",
        "alpha": None,
        "domain_copies": False,
        "more": None,
        "mask_numbers": False,
        "symmetric": True,
        "threshold": None,
        "missed": 1.0,
        "false": 1.0,
        "scorer": {"@scorers": "spacy-paraphrase.ParaphraseScorer.v1"},
    },
    default_score_weights={"para_acc": 0.5, "para_f": 0.5},
)
def make_paraphrase_classifier(
    nlp: Language,
    name: str,
    features: Any,
    learner: Any,
    alpha: Any,
    domain_copies: Any,
    more: Any,
    mask_numbers: Any,
    symmetric: Any,
    threshold: Any,
    missed: Any,
    false: Any,
    scorer: Any,
) -> Pipe:
    """Make what says how probable it is that the sides are paraphrases."""
    from .scoring.classifier import ParaphraseClassifier

    return ParaphraseClassifier(
        nlp,
        name,
        features=features,
        learner=learner,
        alpha=alpha,
        domain_copies=domain_copies,
        more=more,
        mask_numbers=mask_numbers,
        symmetric=symmetric,
        threshold=threshold,
        missed=missed,
        false=false,
        scorer=scorer,
    )


@Language.factory(
    "sentence_rewriter",
    requires=["token.dep", "token.tag", "token.pos", "token.lemma"],
    assigns=["doc.spans", f"doc._.{PREFIX}rewrites"],
    default_config={
        "preset": "compress",
        "max_chars": None,
        "max_ratio": None,
        "min_ratio": None,
        "unit": "char",
        "n_best": 1,
        "sources": None,
        "language_model": None,
        "scorer": None,
        "weights": {},
        "guards": GUARDS,
        "deletion": None,
        "subtrees": {"@misc": "spacy-paraphrase.SubtreeDeletion.v1"},
        "search": "auto",
        "select": "best",
        "allow_identity": True,
        "check": True,
    },
)
def make_sentence_rewriter(
    nlp: Language,
    name: str,
    preset: Any,
    max_chars: Any,
    max_ratio: Any,
    min_ratio: Any,
    unit: Any,
    n_best: Any,
    sources: Any,
    language_model: Any,
    scorer: Any,
    weights: Any,
    guards: Any,
    deletion: Any,
    subtrees: Any,
    search: Any,
    select: Any,
    allow_identity: Any,
    check: Any,
) -> Pipe:
    """Make what rewrites the sentences of a Doc."""
    from .rewrite.component import SentenceRewriter

    return SentenceRewriter(
        nlp,
        name,
        preset=preset,
        max_chars=max_chars,
        max_ratio=max_ratio,
        min_ratio=min_ratio,
        unit=unit,
        n_best=n_best,
        sources=sources,
        language_model=language_model,
        scorer=scorer,
        weights=weights,
        guards=guards,
        deletion=deletion,
        subtrees=subtrees,
        search=search,
        select=select,
        allow_identity=allow_identity,
        check=check,
    )


@Language.factory(
    "phrase_harvester",
    requires=["doc.spans", ALIGNMENT],
    assigns=["doc.spans"],
    default_config={
        "variant": "strict",
        "max_len": 7,
        "composites_up_to": 4,
        "max_unaligned_ratio": None,
        "min_link_score": 0.5,
    },
)
def make_phrase_harvester(
    nlp: Language,
    name: str,
    variant: Any,
    max_len: Any,
    composites_up_to: Any,
    max_unaligned_ratio: Any,
    min_link_score: Any,
) -> Pipe:
    """Make what writes the phrase pairs of a pair into its Doc."""
    from .acquire.phrase_component import PhraseHarvester

    return PhraseHarvester(
        nlp,
        name,
        variant=variant,
        max_len=max_len,
        composites_up_to=composites_up_to,
        max_unaligned_ratio=max_unaligned_ratio,
        min_link_score=min_link_score,
    )


@Language.factory("text_comparison", requires=["doc.spans"], assigns=["doc.spans"])
def make_text_comparison(nlp: Language, name: str) -> Pipe:
    """Make what compares the two texts of a Doc."""
    from .texts.components import TextComparer

    return TextComparer(nlp, name)


@Language.factory("support_checker", assigns=["doc.spans"])
def make_support_checker(nlp: Language, name: str) -> Pipe:
    """Make what checks statements against a text."""
    from .texts.components import SupportChecker

    return SupportChecker(nlp, name)
