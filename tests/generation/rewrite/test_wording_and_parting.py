"""Sentences are said in fewer words, and parted where two clauses meet; what would change stays."""

import pytest

import spacy_paraphrase
from spacy_paraphrase.analysis.omission import is_left_incomplete
from spacy_paraphrase.analysis.sentence import Sentence


def rewritten(preset):
    settings = {"preset": preset}
    return spacy_paraphrase.load(
        tier="fast", exclude=["sentence_fuser"], sentence_rewriter=settings
    )


@pytest.fixture(scope="module")
def tighten():
    nlp = rewritten("tighten")
    return lambda text: nlp(text)._.rewrites[0][0].text


@pytest.fixture(scope="module")
def simplify():
    nlp = rewritten("simplify")
    return lambda text: nlp(text)._.rewrites[0][0].text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A roundabout phrase, in the form that it has here.
        (
            "The committee made a decision to postpone the vote.",
            "The committee decided to postpone the vote.",
        ),
        (
            "Due to the fact that the server was down, we left.",
            "Because the server was down, we left.",
        ),
        ("She is of the opinion that it works.", "She thinks that it works."),
        # A quantifier needs "of" before a determiner alone.
        ("The majority of our customers agree.", "Most of our customers agree."),
        # An opening that says nothing, and a purpose.
        (
            "Please note that the office is closed on Monday.",
            "The office is closed on Monday.",
        ),
        (
            "They met with the aim of discussing the budget.",
            "They met to discuss the budget.",
        ),
        # Words that say nothing.
        (
            "The report that was written by the consultant is long.",
            "The report written by the consultant is long.",
        ),
        ("The parcel that you ordered has arrived.", "The parcel you ordered has arrived."),
        ("He said that he ordered a new car.", "He said he ordered a new car."),
        (
            "There are several employees who need help with the training.",
            "Several employees need help with the training.",
        ),
    ],
)
def test_fewer_words(tighten, text, expected):
    assert tighten(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        # Without its copula a clause would speak of another time, or deny nothing.
        "The people who were in the house are safe.",
        "The report that was not written by the consultant is long.",
        # An adjective alone does not stand behind its noun, a personal pronoun takes no participle.
        "The men who are rich left early.",
        "He who is known by all left early.",
        # One conjunction of two clauses cannot go without the other.
        "He said that he was ill and that she was tired.",
        'He wrote "at this point in time" on the board.',
        # "Half the" has no word before it.
        "The team lost all its games in the first half of the season.",
        "There was nobody who was not tired, but we stayed.",
    ],
)
def test_what_would_say_something_else_stays(tighten, text):
    assert tighten(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "He worked in London, and his wife stayed in Paris.",
            "He worked in London. His wife stayed in Paris.",
        ),
        (
            "The road uses the ticket system; a toll barrier stands near the border.",
            "The road uses the ticket system. A toll barrier stands near the border.",
        ),
        (
            "He always arrives late, but he never misses a deadline.",
            "He always arrives late. But he never misses a deadline.",
        ),
        (
            "He was head of the national team for years, and then served the school for ten years.",
            "He was head of the national team for years. He then served the school for ten years.",
        ),
        (
            "Most people liked the service, although some complained about the price.",
            "Most people liked the service. But some complained about the price.",
        ),
        (
            "Although it rained all day, the children played in the garden.",
            "It rained all day. But the children played in the garden.",
        ),
        (
            "The group visited the old mill, which was closed in 1990.",
            "The group visited the old mill. It was closed in 1990.",
        ),
        (
            "A Norwegian court found the man sane and sentenced him to 18 years in prison.",
            "A Norwegian court found the man sane. The court sentenced him to 18 years in prison.",
        ),
        (
            "The vaccine, which is given as a nasal spray, prevented infection in most volunteers.",
            "The vaccine prevented infection in most volunteers. "
            "The vaccine is given as a nasal spray.",
        ),
        (
            "The victim, a 26-year-old journalist, was shot five times outside her home.",
            "The victim was shot five times outside her home. "
            "The victim was a 26-year-old journalist.",
        ),
        (
            "The chief executive, who joined the bank in 2010, resigned on Monday.",
            "The chief executive resigned on Monday. The chief executive joined the bank in 2010.",
        ),
    ],
)
def test_parts(simplify, text, expected):
    assert simplify(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        # A condition, what somebody says, an order, a verb that shares an auxiliary.
        "If it rains, the match is off, and the children stay in the house.",
        "He said the economy is strong, and his wife stayed in Paris.",
        "Keep the window open, and the air stays fresh.",
        "The house was sold by the city in 1990 and bought by the school in 2000.",
        "The bamboo rugs are expertly dried and carbonized to prevent cracking and warping.",
        # "Them" would come before the couple that it stands for.
        "The police, which asked the public to find the couple, worked to give them the ring.",
        # "She" and "he" would come before their names.
        "Although she was ill, Maria went to work on Monday.",
        "Although he had no experience, the young pilot landed the plane safely.",
        # A verb that does not agree with the noun says something of another one.
        "He lived in the bachelor's first years, which has a different character.",
        "Not only did he sing, but he also danced for the guests.",
    ],
)
def test_what_belongs_together_is_not_parted(simplify, text):
    assert ". " not in simplify(text)


def test_spelling_is_no_other_word(simplify):
    text = "Bad weather had hampered the programme of the city."
    assert "program " not in simplify(text)


@pytest.fixture(scope="module")
def compress():
    nlp = rewritten("compress")
    return lambda text: nlp(text)._.rewrites[0][0].text


def test_a_noun_that_stands_for_a_clause_keeps_what_it_says():
    text = (
        "In 1766 he was appointed court painter and professor at the Dresden Art Academy, a post "
        "he kept for life although he got offers for better paid posts at other academies, among "
        "others in Berlin."
    )
    sentence = Sentence(rewritten("compress")(text)[:])
    clause = range(sentence.texts.index("post") + 1, len(sentence) - 1)
    assert is_left_incomplete(sentence, clause)
    assert not is_left_incomplete(sentence, range(2))


@pytest.mark.parametrize(
    "text",
    [
        # The parser takes a participle for the main verb, or cannot tell what a word is.
        "Converted to Islam in the tenth century, and fired by religious zeal, the Seljuks overran "
        "Anatolia, menacing Christian holy places and attacking the pilgrims bound for Jerusalem",
        "Elia Massa Manik in March 2017, after Soetjipto was dismissed due to leadership issues, "
        "the Board appointed Manik, previously the CEO of PT Perkebunan Nusantara (PTPN) III, the "
        "holding company of 14 state-owned agriculture firms.",
        "The analysis includes the information required by paragraph 604(a) by summarizing and "
        "evaluating relevant comments received",
    ],
)
def test_nothing_is_left_out_of_what_is_misread(compress, text):
    assert compress(text) == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        # What a noun says, a result and its cause.
        ("He died under the belief that his family had been saved by the army.", "that his family"),
        ("The more you practise, the better you will play at the concert.", "you practise"),
        ("The music was so loud that we left after ten minutes.", "so loud that"),
        ("She is old enough to drive the car to the city.", "enough"),
        # An exception, a condition, what is only thought, what is wrong.
        ("With the exception of the roof, the house was rebuilt after the fire.", "the roof"),
        ("In the event that it rains, the match will be played on Monday.", "rains"),
        ("In theory, the new engine can run for 10,000 hours.", "theory"),
        ("The police arrested the wrong man after the robbery in York.", "wrong"),
        # What is counted.
        ("The city wants to cut the number of cars with diesel engines.", "with diesel engines"),
    ],
)
def test_what_carries_the_sense_is_not_left_out(compress, text, kept):
    assert kept in compress(text)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("When he came home, the older brother was asleep in the kitchen.", "When he came home"),
        ("In the evening, the tired workers went home by bus.", "evening"),
        ("The man who sold the car was arrested by the police in York.", "who sold the car"),
    ],
)
def test_what_only_adds_is_left_out(compress, text, gone):
    assert gone not in compress(text)


def test_no_dash_is_left_at_the_start(compress):
    text = compress(
        "While many likely now will quit – as millions of women already have – Soltes said she "
        "likely will continue to prescribe the supplements for relief of change-of-life symptoms."
    )
    assert text.startswith("Soltes said")
