"""The factories of our components, with their default configs.

spaCy imports all factories of all packages whenever any pipeline is made. So these factories are
thin, and import a component only when it is made. The component documents its settings and raises
an error with a code for invalid ones; with type annotations here spaCy would refuse them first,
without a code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature
from typing import Any

from spacy.language import Language

from .jobs.limits import MAX_WORDS
from .pairs.extensions import PREFIX, found_at
from .pairs.pair import EDITS

ALIGNMENT = f"doc._.{PREFIX}alignment"
# Experts on word pairs, and their weights, set by hand on development data: the strongest weighted
# opinion on a word pair counts.
_EXPERTS = {
    "Identity": 1.0,
    "Lemma": 0.9,
    "Norm": 0.9,
    "String": 0.85,
    "Compound": 0.8,
    "Number": 0.95,
    "Date": 0.95,
    "Abbreviation": 0.95,
    "Name": 0.95,
    "Vectors": 0.7,
    "WordNet": 1.0,
}
EXPERTS: dict[str, dict[str, Any]] = {
    name.lower(): {"@paraphrase_experts": f"spacy-paraphrase.{name}.v1"} for name in _EXPERTS
}
EXPERT_WEIGHTS = {name.lower(): weight for name, weight in _EXPERTS.items()}
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


def _factory(
    name: str, place: str, settings: Mapping[str, Any] | None = None, **meta: Any
) -> Callable[..., Any]:
    """Register the factory of a component, and return it.

    Args:
        name: Its name; the factory is called "make_" and the name, as entry points have it.
        place: Where the class stands, "components.sentence_pair:SentencePair".
        settings: Its arguments beside `nlp` and `name`, in its order, with their defaults.
        meta: What else `Language.factory` is told.
    """
    settings = dict(settings or {})

    def make(nlp: Language, name: str, **given: Any) -> Any:
        return found_at(place)(nlp, name, **given)

    make.__name__ = make.__qualname__ = f"make_{name}"
    taken = [Parameter(each, Parameter.POSITIONAL_OR_KEYWORD) for each in ("nlp", "name")]
    taken += [Parameter(each, Parameter.KEYWORD_ONLY) for each in settings]
    make.__signature__ = Signature(taken)  # type: ignore[attr-defined]
    factory: Callable[..., Any] = Language.factory(name, default_config=settings, **meta)(make)
    return factory


# What finds the two sides of a Doc.
make_sentence_pair = _factory(
    "sentence_pair",
    "components.sentence_pair:SentencePair",
    assigns=["doc.spans", "token.is_sent_start", f"doc._.{PREFIX}is_pair"],
    settings={"max_words": MAX_WORDS},
)
# What reads both sides of a pair at once.
make_pair_encoder = _factory(
    "pair_encoder",
    "components.pair_encoder:PairEncoderPipe",
    requires=["doc.spans"],
    assigns=["doc.spans"],
    settings={"path": None},
)
# The aligner that needs no training.
make_tree_aligner = _factory(
    "tree_aligner",
    "components.tree_aligner:TreeAligner",
    requires=["doc.spans", "doc.sents", "token.dep", "token.lemma"],
    assigns=["doc.spans", ALIGNMENT],
    settings={
        "method": "words",
        "experts": EXPERTS,
        "weights": EXPERT_WEIGHTS,
        "many_to_many": False,
        "node_score": {
            "@misc": "spacy-paraphrase.NodeMatch.v1",
            "related": {"@paraphrase_experts": "spacy-paraphrase.WordNet.v1", "max_senses": None},
        },
        "relation_score": {"@misc": "spacy-paraphrase.RelMatch.v1"},
        "skip_penalty": 0.0,
        "scorer": {"@scorers": "spacy-paraphrase.AlignmentScorer.v1"},
    },
    default_score_weights={"words_align_f": 1.0},
)
# Make the trainable aligner.
make_graph_matcher = _factory(
    "graph_matcher",
    "components.graph_matcher:GraphMatcher",
    requires=["doc.spans", "doc.sents", "token.dep", "token.lemma"],
    assigns=["doc.spans", ALIGNMENT],
    settings={
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
# What relates aligned units, and the sides as a whole.
make_relation_classifier = _factory(
    "relation_classifier",
    "components.relation_classifier:RelationClassifier",
    requires=["doc.spans", ALIGNMENT],
    assigns=["doc.spans", f"doc._.{PREFIX}relation"],
    settings={
        "lexicon": {"@paraphrase_experts": "spacy-paraphrase.WordNet.v1"},
        "tables": {},
        "overwrite": False,
        "judge": "en",
        "model": None,
        "scorer": {"@scorers": "spacy-paraphrase.RelationScorer.v1"},
    },
    default_score_weights={"relation_acc": 1.0},
)
# What makes one sentence of two.
make_sentence_fuser = _factory(
    "sentence_fuser",
    "components.sentence_fuser:SentenceFuser",
    requires=["doc.spans", "token.dep", ALIGNMENT],
    assigns=["doc.spans", f"doc._.{PREFIX}fusions"],
    default_score_weights={"union_rouge_l": 1.0},
    settings={
        "kinds": ["intersection", "union"],
        "candidates": 3,
        "least_said": 0.5,
        "least_parsed": 0.85,
        "least_score": None,
        "fallback": "refuse",
        "pretrained": "en",
        "model": {"@architectures": "spacy-paraphrase.EditNetwork.v1", "hidden": [64]},
        "weights": {},
        "lexicon": {"@paraphrase_experts": "spacy-paraphrase.WordNet.v1"},
        "language_model": {"@misc": "spacy-paraphrase.TagTrigrams.v1"},
        "checks": {},
    },
)
# What finds the typed edits between the sides.
make_paraphrase_edits = _factory(
    "paraphrase_edits",
    "scoring.paraphrase_edits:ParaphraseEdits",
    requires=["doc.spans"],
    assigns=["doc.spans"],
    settings={
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
# What grades how similar the sides are.
make_paraphrase_similarity = _factory(
    "paraphrase_similarity",
    "scoring.graded_similarity:ParaphraseSimilarity",
    assigns=["doc.spans"],
    requires=["doc.spans"],
    settings={
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
# What says how probable it is that the sides are paraphrases.
make_paraphrase_classifier = _factory(
    "paraphrase_classifier",
    "scoring.classifier:ParaphraseClassifier",
    assigns=["doc.spans"],
    requires=["doc.spans"],
    settings={
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
# What rewrites the sentences of a Doc.
make_sentence_rewriter = _factory(
    "sentence_rewriter",
    "components.sentence_rewriter:SentenceRewriter",
    requires=["token.dep", "token.tag", "token.pos", "token.lemma"],
    assigns=["doc.spans", f"doc._.{PREFIX}rewrites"],
    settings={
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
        "subtrees": {"@paraphrase_proposers": "spacy-paraphrase.SubtreeDeletion.v1"},
        "search": "auto",
        "select": "best",
        "allow_identity": True,
        "check": True,
    },
)
# What writes the phrase pairs of a pair into its Doc.
make_phrase_harvester = _factory(
    "phrase_harvester",
    "acquire.phrase_component:PhraseHarvester",
    requires=["doc.spans", ALIGNMENT],
    assigns=["doc.spans"],
    settings={
        "variant": "strict",
        "max_len": 7,
        "composites_up_to": 4,
        "max_unaligned_ratio": None,
        "min_link_score": 0.5,
    },
)
# What compares the two texts of a Doc.
make_text_comparison = _factory(
    "text_comparison",
    "texts.components:TextComparer",
    requires=["doc.spans"],
    assigns=["doc.spans"],
)
# What checks statements against a text.
make_support_checker = _factory(
    "support_checker", "texts.components:SupportChecker", assigns=["doc.spans"]
)
