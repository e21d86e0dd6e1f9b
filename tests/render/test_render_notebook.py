import re
import xml.etree.ElementTree as ET

import pytest
from render.render_pairs import coffee

import spacy_paraphrase
from spacy_paraphrase.pairs.results import LABELS, Fusion, Fusions, SentenceRelation
from spacy_paraphrase.render import to_matrix, to_svg
from spacy_paraphrase.render.notebook import MEANINGS, relation_in_words, relation_to_html


def test_a_picture_fits_into_its_page():
    shown = coffee()._repr_html_()
    assert f'<div class="sp-picture">{to_svg(coffee())}</div>' in shown
    style = re.search(r'<svg [^>]*style="([^"]*)"', shown)[1]
    width = float(re.search(r' width="([\d.]+)"', shown)[1])
    least = float(re.search(r"min-width:([\d.]+)px", style)[1])
    assert least == pytest.approx(0.6 * width, abs=0.1)
    assert "max-width:100%" in style


def test_a_long_pair_is_a_grid():
    source = (
        "Twelve of the old boats that lay in the harbour sank in the storm of last Monday night."
    )
    doc = spacy_paraphrase.compare(source, f"The mayor of the town said: {source}")
    shown = doc._.alignment._repr_html_()
    assert to_matrix(doc) in shown
    # It is narrower than the trees that it stands for.
    wide, narrow = (float(re.search(r' width="([\d.]+)"', svg)[1]) for svg in (to_svg(doc), shown))
    assert narrow < 0.7 * wide


def test_every_relation_has_a_meaning():
    assert set(MEANINGS) == set(LABELS)
    conflict = SentenceRelation("intersects", {"intersects": 1.0}, True, ("number", "negation"))
    assert relation_in_words(conflict).endswith("; both cannot be true (numbers, negation)")


def test_a_relation_in_a_notebook():
    relation = SentenceRelation("specifies", {"specifies": 0.9, "restates": 0.08, "none": 0.02})
    text = "".join(ET.fromstring(relation_to_html(relation)).itertext())
    assert text == f"specifies: {MEANINGS['specifies']}specifies 90 %, restates 8 %"
    assert relation._repr_html_() == relation_to_html(relation)


def test_short_representations():
    doc = spacy_paraphrase.compare("The storm killed 12 people.", "The storm killed ten people.")
    assert re.fullmatch(
        r"SentenceRelation\(intersects [01]\.\d\d; conflict: number\)", repr(doc._.relation)
    )
    assert repr(doc._.fusions[1]) == "Fusion(union refused: conflict:number)"
    assert repr(Fusion("union", "A cat.", 0.5)) == "Fusion(union 0.50: 'A cat.')"
    assert len(repr(doc._.alignment)) < 60
    differs = SentenceRelation("none", {"none": 1.0}, False, (), ("name",))
    assert repr(differs) == "SentenceRelation(none 1.00; differs: name)"


def test_fusions_are_shown_together():
    fusions = spacy_paraphrase.compare("A cat sleeps.", "A black cat sleeps on the sofa.")._.fusions
    assert isinstance(fusions, list)
    shown = fusions._repr_html_()
    assert shown.count('class="origins"') == 1
    assert all(f"<b>{fusion.kind}</b>" in shown for fusion in fusions)
    assert "background:" in shown  # it can be read whatever the page around it looks like
    assert type(spacy_paraphrase.compare("A.", "B.").copy()._.fusions) is Fusions
