import numpy as np

from spacy_paraphrase.ml.feature_tables import mirror, mirror_name, swap_rows


def test_mirror():
    names = ("left.noun.source", "left.noun.target", "place.shift", "lexicon.source.row")
    names += ("lexicon.target.row",)
    order, signs = mirror(names)
    assert order.tolist() == [1, 0, 2, 4, 3]
    assert signs.tolist() == [1, 1, -1, 1, 1]
    assert mirror_name("lexicon.both.source") == "lexicon.both.source"
    rows = np.arange(10, dtype=np.float32).reshape(2, 5)
    np.testing.assert_array_equal(swap_rows(names, swap_rows(names, rows)), rows)
