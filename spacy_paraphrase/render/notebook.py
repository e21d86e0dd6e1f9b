"""Display of results in notebooks."""

from __future__ import annotations

import json

from ..pairs.alignment import LEVELS, Alignment
from ..pairs.results import DISAGREEMENTS, SentenceRelation
from . import html, interactive
from .markup import esc, tag
from .pair_view import make_view

# The relations of two sentences in plain English.
MEANINGS = {
    "equals": "both sides read the same",
    "restates": "both sides say the same in other words",
    "specifies": "the source says all that the target says, and more",
    "generalizes": "the target says all that the source says, and more",
    "intersects": "each side says something that the other does not",
    "none": "the sides have nothing in common",
}
UNSAID = "nothing is said, since nothing is known of the language"
# Minimum probability of the relations that are shown.
_PROBABLE = 0.05


def alignment_to_html(alignment: Alignment) -> str:
    """Return an interactive picture of a pair as a fragment of HTML that fits into its page.

    The picture shows two trees, or a grid if the trees are wider than a page. The fragment contains
    its own style and script, which change nothing else in the page. It also works without scripts.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> doc = make_pair(spacy.blank("en"), "A cat sleeps", "The cat naps")
        >>> '<div class="sp-picture"><svg' in alignment_to_html(Alignment(doc))
        True
    """
    view = make_view(alignment, levels=LEVELS)
    return tag(
        "div",
        tag("style", interactive.stylesheet(".sp-view")),
        tag("div", html.draw(view), class_="sp-picture"),
        interactive.data_element(interactive.model_of(view)),
        interactive.script_element(),
        class_="sp-view",
        style="padding:.3rem .8rem",
        data_choices=json.dumps(interactive.choices(judged=False)),
        # Without this, JupyterLab interprets single letters as commands.
        data_lm_suppress_shortcuts="true",
    )


def relation_in_words(relation: SentenceRelation) -> str:
    """Return a relation in plain English, and whether both sides can be true.

    Example:
        >>> relation_in_words(SentenceRelation("none", {"none": 1.0}))
        'the sides have nothing in common'
    """
    said = MEANINGS.get(relation.label, relation.label) or UNSAID
    if not relation.conflict:
        return said
    reasons = ", ".join(DISAGREEMENTS.get(code, code) for code in relation.reasons)
    return f"{said}; both cannot be true" + (f" ({reasons})" if reasons else "")


def relation_to_html(relation: SentenceRelation) -> str:
    """Return a relation as a fragment of HTML: its label, its meaning, and all probabilities.

    Example:
        >>> relation_to_html(SentenceRelation("none", {"none": 1.0}))
        '<div><b>none</b>: the sides have nothing in common<br/><small>none 100 %</small></div>'
    """
    scores = sorted(relation.scores.items(), key=lambda item: -item[1])
    shown = [f"{label} {100 * score:.0f} %" for label, score in scores if score >= _PROBABLE]
    label = tag("b", esc(relation.label)) + ": " if relation.label else ""
    said = label + esc(relation_in_words(relation))
    return tag("div", said, tag("br"), tag("small", esc(", ".join(shown))))
