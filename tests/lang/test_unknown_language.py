"""A language without a file: words are linked, and nothing is said of relations."""

import sys
import warnings

import pytest
import spacy
from spacy.tokens import Doc

import spacy_paraphrase
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.errors import ParaphraseError, ParaphraseWarning
from spacy_paraphrase.lang import known_codes, language_data
from spacy_paraphrase.many.dedupe import dedupe
from spacy_paraphrase.render.text import report

SLEEPS = ("Die Katze schläft.", "Die Katze schläft nicht.")
FACTORIES = ("sentence_pair", "tree_aligner", "relation_classifier", "sentence_fuser")


def pipeline(code):
    nlp = spacy.blank(code)
    nlp.add_pipe("sentencizer")
    for factory in FACTORIES:
        nlp.add_pipe(factory, config={"method": "words"} if factory == "tree_aligner" else {})
    return nlp


@pytest.fixture(params=["de", "xx"])
def nlp(request):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ParaphraseWarning)
        yield pipeline(request.param)


@pytest.fixture
def fresh():
    """Forget which languages were asked for, before the test and behind it."""
    language_data.cache_clear()
    yield
    language_data.cache_clear()


def test_words_are_linked_and_nothing_is_said_of_the_sides(nlp):
    doc = spacy_paraphrase.compare(*SLEEPS, nlp)
    relation = doc._.relation
    assert [link.source.text for link in doc._.alignment.words] == ["Die", "Katze", "schläft", "."]
    assert relation.abstains
    assert relation.label == ""
    assert (relation.entails, relation.entailed, relation.conflict) == (False, False, False)
    assert set(relation.scores.values()) == {0.0}
    assert relation.invert() == relation
    assert relation.chances == (0.0, 0.0)
    assert doc._.overlap > 0


def test_it_survives_storage(nlp):
    doc = spacy_paraphrase.compare(*SLEEPS, nlp)
    again = type(doc)(nlp.vocab).from_bytes(doc.to_bytes())
    assert again._.relation == doc._.relation


def test_what_reads_the_same_is_the_same_in_any_language(nlp):
    doc = spacy_paraphrase.compare(SLEEPS[0], SLEEPS[0], nlp)
    assert doc._.relation.label == "equals"


def test_numbers_are_not_compared(nlp):
    doc = spacy_paraphrase.compare("Es sind 3 Katzen.", "Es sind 4 Katzen.", nlp)
    assert doc._.relation.abstains
    assert not [line for line in doc._.alignment.explain() if "specific" in line]


def test_links_are_explained_without_a_relation(nlp):
    doc = spacy_paraphrase.compare("Katzen schlafen gern.", "Katzen schlafens gern.", nlp)
    told = doc._.alignment.explain()
    assert told[1].startswith('"schlafen" stands for "schlafens"')
    assert "nothing is known of the language" in report(doc)


def test_fusions_are_refused_with_the_reason(nlp):
    doc = spacy_paraphrase.compare(*SLEEPS, nlp)
    assert {fusion.reason for fusion in doc._.fusions} == {"no_language"}
    assert "language" in doc._.fusions[0].explanation


def test_nothing_is_dropped_but_what_reads_the_same(nlp):
    texts = [*SLEEPS, "Die Katze schläft", "die Katze  schläft."]
    rows = [{"id": k, "text": text} for k, text in enumerate(texts)]
    found = dedupe(rows, nlp, language=nlp.lang)
    assert [each.text for each in found if each.kept] == texts[:2]


@pytest.mark.usefixtures("fresh")
def test_how_to_add_a_language_is_told_once():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        nlp = pipeline("de")
        for _ in range(2):
            nlp(spacy_paraphrase.make_pair(nlp, *SLEEPS))
    (told,) = [str(each.message) for each in caught if "W002" in str(each.message)]
    assert "'de'" in told
    assert "de.toml" in told
    assert "spacy_paraphrase_languages" in told


# -- Files outside of the package ------------------------------------------------------------------

ROLES = '[roles]\nROOT = "root"\nsb = "subject"\nng = "negation"\n'


@pytest.fixture
def outside(tmp_path, monkeypatch):
    """Install a package that has a file for German, as pip would."""
    package, metadata = tmp_path / "german_words", tmp_path / "german_words-1.0.dist-info"

    def install(text, value="german_words"):
        package.mkdir()
        metadata.mkdir()
        if text is not None:
            (package / "de.toml").write_text(text, "utf-8")
        (package / "__init__.py").write_text("")
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: german-words\n")
        (metadata / "entry_points.txt").write_text(f"[spacy_paraphrase_languages]\nde = {value}\n")
        monkeypatch.syspath_prepend(tmp_path)

    yield install
    sys.modules.pop("german_words", None)


@pytest.mark.usefixtures("fresh")
def test_another_package_may_bring_a_language(outside):
    outside(f'{ROLES}[negation]\nnegative_adverbs = ["nicht"]\n')
    data = language_data("de")
    assert data.known
    assert data.negative_adverbs == {"nicht"}
    assert data.roles["sb"] == "subject"
    assert {"de", "en"} <= set(known_codes())


@pytest.mark.usefixtures("fresh")
def test_a_language_of_the_package_stays_what_it_is(outside):
    outside(ROLES)
    assert language_data("en").roles["nsubj"] == "subject"


@pytest.mark.usefixtures("fresh")
def test_a_role_that_there_is_not_is_told(outside):
    outside('[roles]\nsb = "subjekt"\n')
    doc = Doc(spacy.blank("de").vocab, ["Katzen", "schlafen"], heads=[1, 1], deps=["sb", "ROOT"])
    with pytest.raises(ParaphraseError, match=r"P035.*de\.toml.*subjekt"):
        Sentence(doc[:]).syntax  # noqa: B018


@pytest.mark.parametrize(
    ("text", "value", "told"),
    [
        ("[negation]\n", "german_words", "no roles"),
        (None, "german_words", "de.toml"),
        (ROLES, "no_such_package", "no_such_package"),
        (f"{ROLES}[verbs]\nverbs = []", "german_words", "verbs"),
    ],
)
@pytest.mark.usefixtures("fresh")
def test_a_damaged_file_is_told(outside, text, value, told):
    outside(text, value)
    with pytest.raises(ParaphraseError, match="P035") as caught:
        language_data("de")
    assert told in str(caught.value)
