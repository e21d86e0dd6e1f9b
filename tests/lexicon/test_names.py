import pytest
from lexicon.expert_tools import make_tokens, similar

from spacy_paraphrase.lang import language_data
from spacy_paraphrase.lexicon.names import abbreviation, demonym, name, same_name, shortens

ENGLISH = language_data("en")


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("U.S.", "US", {("U.S.", "US"): 1.0}),
        ("UN", "United Nations", {("UN", "United"): 0.8, ("UN", "Nations"): 0.8}),
        (
            "voa|PROPN",
            "voice|NOUN of|ADP america|PROPN",
            {("voa", "voice"): 0.8, ("voa", "america"): 0.8},
        ),
        (
            "u.n.|PROPN",
            "united|PROPN nations|PROPN",
            {("u.n.", "united"): 0.8, ("u.n.", "nations"): 0.8},
        ),
        ("us|PRON", "united|PROPN states|PROPN", {}),
        ("us|PRON", "U.S.|PROPN", {}),
        ("UN", "United Kingdom", {}),
        ("Ltd.", "Limited", {("Ltd.", "Limited"): 0.9}),
        ("TV", "television", {("TV", "television"): 0.9}),
        ("cat .", "Limited .", {}),
    ],
)
def test_abbreviations(source, target, expected):
    assert similar(abbreviation, source, target) == expected


def test_an_expansion_stands_in_a_row():
    far = "United they say all the time and again they say Nations"
    assert similar(abbreviation, "UN", far) == {}


@pytest.mark.parametrize(
    ("short", "word"),
    [("corp.", "corporation"), ("gov.", "governor"), ("sgt.", "sergeant"), ("dr.", "doctor")],
)
def test_shortened(short, word):
    assert shortens(short, word, ENGLISH)
    assert not shortens(short.removesuffix("."), word, ENGLISH)
    assert not shortens(short, "x" + word, ENGLISH)


DEMONYMS = """
    Pakistan/Pakistani Iraq/Iraqis Russia/Russian Canada/Canadian China/Chinese Japan/Japanese
    Italy/Italian Mexico/Mexican Lebanon/Lebanese Portugal/Portuguese Afghanistan/Afghan
    Britain/British Turkey/Turkish Sweden/Swedish Poland/Polish Belgium/Belgian Cyprus/Cypriot
    Norway/Norwegian Peru/Peruvian Korea/Koreans France/French Greece/Greek Thailand/Thai
    Iran/Iranian Ukraine/Ukrainian Europe/European Germany/German England/English
"""


@pytest.mark.parametrize("pair", DEMONYMS.split())
def test_countries_and_their_people(pair):
    country, people = pair.split("/")
    assert similar(name, f"{country}|PROPN", f"{people}|ADJ") == {(country, people): 0.9}


@pytest.mark.parametrize(
    "pair",
    [
        *("iran/iraqi", "austria/australian", "india/indiana", "romania/roman", "slovak/slovenia"),
        *("niger/nigeria", "chile/china", "korea/kuwaiti"),
    ],
)
def test_other_countries(pair):
    assert not demonym(*pair.split("/"), ENGLISH)


@pytest.mark.parametrize(
    "pair",
    [
        *("hussein/hussain", "gaddafi/qaddafi", "mohammed/muhammad", "fu-ji/fuji"),
        *("ahmadinejad/ahmadinejab", "krasnoyarsk/crasnoyarsk", "tanzania/tazania"),
    ],
)
def test_one_name_in_two_spellings(pair):
    one, two = (f"{word.title()}|PROPN" for word in pair.split("/"))
    expected = {tuple(word.title() for word in pair.split("/")): 0.9}
    if pair == "ahmadinejad/ahmadinejab":
        expected = {}  # the last letter is often what tells two names from each other
    assert similar(name, one, two) == expected


@pytest.mark.parametrize(
    "pair",
    [
        *("iran/iraq", "austria/australia", "slovakia/slovenia", "niger/nigeria", "john/joan"),
        *("barton/burton", "stevens/stephens", "roberta/roberto", "paulina/paulino", "kerry/kelly"),
        *("martin/martinez", "sunday/monday", "june/july", "north/south", "chernov/chernin"),
    ],
)
def test_different_names(pair):
    one, two = pair.split("/")
    assert not same_name(one, two, ENGLISH)
    assert similar(name, f"{one.title()}|PROPN", f"{two.title()}|PROPN") == {}


def test_people_have_no_plural():
    one = make_tokens("Lowe|PROPN", ents=["B-PERSON"])
    two = make_tokens("Lowes|PROPN", ents=["B-ORG"])
    assert not name(one, two).any()
    assert name(make_tokens("Oceans|PROPN"), make_tokens("Ocean|PROPN")).tolist() == [[0.9]]


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_a_name_with_its_ending_apart_is_the_one_in_one_word(apostrophe):
    for entity in ("B-ORG", "B-PERSON"):
        one = make_tokens(f"Kohl|PROPN {apostrophe}s|PART", ents=[entity, "O"])
        two = make_tokens("Kohls|PROPN Department|PROPN Stores|PROPN")
        assert name(one, two).tolist() == [[0.9, 0, 0], [0, 0, 0]]
        assert name(two, one)[0].tolist() == [0.9, 0]
    other = make_tokens("Kohls|PROPN")
    assert not name(make_tokens("Kohl|PROPN is|AUX", ents=["B-PERSON", "O"]), other).any()


def test_initials():
    found = similar(name, "J.|PROPN Smith|PROPN", "John|PROPN Smith|PROPN")
    assert found == {("J.", "John"): 0.8}
    assert similar(name, "J.|PROPN Smith|PROPN", "John|PROPN Jones|PROPN") == {}
    assert similar(name, "J.|PROPN Smith|PROPN", "Ann|PROPN Smith|PROPN") == {}


def test_nicknames():
    found = similar(name, "Bob|PROPN J.|PROPN Dole|PROPN", "Robert|PROPN Dole|PROPN")
    assert found == {("Bob", "Robert"): 0.8}
    assert similar(name, "Bob|PROPN Dole|PROPN", "Robert|PROPN Smith|PROPN") == {}
    assert similar(name, "Bob|PROPN Dole|PROPN", "William|PROPN Dole|PROPN") == {}
    assert similar(name, "Bob|PROPN Dole|PROPN", "Bob|PROPN Dole|PROPN") == {}
