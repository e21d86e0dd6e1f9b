"""What a language's words are to the algorithms."""

import dataclasses
import pickle
import warnings
from collections.abc import Mapping

import pytest

from spacy_paraphrase.errors import ParaphraseWarning
from spacy_paraphrase.lang import LanguageData, language_data

FIELDS = [field.name for field in dataclasses.fields(LanguageData)]
FIELDS = [name for name in FIELDS if name not in ("code", "content_heads")]
# What English does without: its negations have one part, and its models have tags.
NOT_ENGLISH = {"negation_particles", "particle_negations", "tag_features"}
# Labels, tags and entity types are written in capitals by the models; "I" is one in a sentence.
CASED = ("_labels", "_tags", "_entities")
CASED_FIELDS = {
    *("feature_heads", "tag_families", "degree_words", "copula_forms", "vowel_letters"),
    *("capital_pronouns", "spelling_variants", "roles", "differing_reports"),
}
# Lists in which the empty string means something: no ending at all.
ENDINGS = {"suffixes", "demonym_endings", "modal_governors"}


def strings(value):
    """Yield all strings in a field, the keys of mappings among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from strings(key)
            yield from strings(item)
    elif isinstance(value, tuple | frozenset):
        for item in value:
            yield from strings(item)


@pytest.fixture
def fresh():
    """Forget which languages were asked for, before the test and behind it."""
    language_data.cache_clear()
    yield
    language_data.cache_clear()


@pytest.mark.parametrize("code", ["xx", "", "tlh", "no such language"])
@pytest.mark.usefixtures("fresh")
def test_a_language_without_a_file_is_empty_and_says_so_once(code):
    with pytest.warns(ParaphraseWarning, match="W002"):
        data = language_data(code)
    assert not [name for name in FIELDS if getattr(data, name)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert language_data(code) is data


def test_english_has_words_for_everything():
    data = language_data("en")
    assert data.code == "en"
    assert {name for name in FIELDS if not getattr(data, name)} == NOT_ENGLISH


def test_every_language_fills_fields_of_the_same_type():
    empty, english = LanguageData(), language_data("en")
    for name in FIELDS:
        assert type(getattr(empty, name)) is type(getattr(english, name)), name


@pytest.mark.parametrize("name", FIELDS)
def test_words_are_in_lower_case_and_whole(name):
    value = getattr(language_data("en"), name)
    for word in strings(value):
        assert word or name in ENDINGS
        assert word == word.strip()
        cased = name.endswith(CASED) or name in CASED_FIELDS
        assert cased or word == word.lower() or (name == "question_entities" and word.isupper())


@pytest.mark.parametrize("name", FIELDS)
def test_no_list_says_anything_twice(name):
    value = getattr(language_data("en"), name)
    if isinstance(value, tuple) and name != "half_behind":
        assert len(set(value)) == len(value)


def test_lists_that_belong_together_agree():
    data = language_data("en")
    assert data.bare_denying_words | data.denying_of_infinitives <= data.denying_words
    assert data.strong_modals <= data.epistemic_words
    assert data.affirmative_conditionals <= data.conditionals <= data.condition_markers
    assert data.negative_determiners <= data.quantifiers.keys()
    assert data.indefinite_articles | data.definite_articles == data.articles
    assert set(data.alike_modifiers) <= data.truth_modifiers
    assert {*data.unit_letters.values(), *data.currencies} <= data.units.keys()
    assert set(data.calendar_forms.values()) <= {*data.months, *data.weekdays}
    assert data.ambiguous_calendar_forms <= data.calendar_forms.keys()
    assert data.opposite_particles <= {
        word for pair in data.opposite_function_words for word in pair
    }
    forms = [form for forms in data.units.values() for form in forms]
    assert len(forms) == len(set(forms))
    lengths = [len(words) for words, _ in data.bounds_before]
    assert lengths == sorted(lengths, reverse=True)


def test_a_copy_in_another_process_is_the_one_object_there():
    data = language_data("en")
    assert pickle.loads(pickle.dumps(data)) is data
    assert {data: 1}[language_data("en")] == 1
