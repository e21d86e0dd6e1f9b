"""A small pair, and actions on it in any order."""

from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics.label_measures import NLI
from spacy_paraphrase.pairs.alignment import LEVELS, RELATIONS
from spacy_paraphrase.readers import LinkRecord, PairRecord
from spacy_paraphrase.view.annotations import Annotation, History, act, links_of

TREES = {
    "source_tree": ((1, "det"), (2, "nsubj"), (2, "ROOT"), (2, "prep"), (3, "pobj")),
    "target_tree": ((1, "det"), (2, "nsubj"), (2, "ROOT")),
}
PAIR = PairRecord(
    1,
    ("A", "cat", "sleeps", "on", "sofas"),
    ("The", "cat", "naps"),
    words=(LinkRecord((1,), (1,), "equals", 0.9), LinkRecord((2,), (2,), "restates", 0.6)),
    phrases=(LinkRecord((0, 1), (0, 1), "restates", 0.7, source_head=1, target_head=1),),
    **TREES,
)
START = History(Annotation(proposals=links_of(PAIR), likely=("entailment", "neutral")))
SOURCE, TARGET = (
    st.lists(st.integers(0, n - 1), min_size=1, max_size=3) for n in (len(PAIR.source), 3)
)
KEYS = [*links_of(PAIR), "words:0:0", "words:3:2", "phrases:2:2", "phrases:3:1", "chunks:0.1:0"]
RELATION = st.sampled_from(["", *RELATIONS])
ACTIONS = st.one_of(
    st.fixed_dictionaries(
        {
            "kind": st.just("link"),
            "level": st.sampled_from(LEVELS),
            "source": SOURCE,
            "target": TARGET,
            "relation": RELATION,
        }
    ),
    st.fixed_dictionaries({"kind": st.just("unlink"), "key": st.sampled_from(KEYS)}),
    st.fixed_dictionaries(
        {"kind": st.just("relabel"), "key": st.sampled_from(KEYS), "relation": RELATION}
    ),
    st.fixed_dictionaries(
        {"kind": st.just("conflict"), "key": st.sampled_from(KEYS), "value": st.booleans()}
    ),
    st.fixed_dictionaries(
        {"kind": st.just("judge"), "entails": st.sampled_from([None, *NLI]), "entailed": st.none()}
    ),
    st.fixed_dictionaries({"kind": st.sampled_from(["fusion", "note"]), "text": st.text()}),
    st.fixed_dictionaries(
        {"kind": st.just("possible"), "key": st.sampled_from(KEYS), "value": st.booleans()}
    ),
    st.fixed_dictionaries({"kind": st.just("accept")}),
    st.fixed_dictionaries({"kind": st.just("done"), "value": st.booleans()}),
)


def run(actions, history=START):
    """Do all actions that can be done; return the histories, the first one included."""
    seen = [history]
    for action in actions:
        try:
            history = act(history, action, PAIR)
        except ParaphraseError as error:
            assert error.code in {"P102", "P701", "P702", "P717"}
            continue
        seen.append(history)
    return seen
