"""Where what only the other sentence says goes: one case for each rule.

Each case is a frame, the other sentence, and the frame with what was attached to it. Where nothing
may be attached the frame stays as it is, and a case beside it shows that it is the rule that says
so.
"""

import pytest
from everyday_pairs import EVERYDAY

from examples import parsed
from spacy_paraphrase import make_pair
from spacy_paraphrase.alignment import Link, write_links
from spacy_paraphrase.fusion.candidates import merge
from spacy_paraphrase.fusion.draft import draft_of, flaws
from spacy_paraphrase.fusion.graph import PairGraph
from spacy_paraphrase.fusion.realisation import realise

PREMODIFIERS = {
    "next to the noun": ("The dog barked.", "The old dog barked.", "The old dog barked."),
    "behind a shared neighbour": (
        "The big dog barked.",
        "The big black dog barked.",
        "The big black dog barked.",
    ),
    "before a shared neighbour": (
        "The black dog barked.",
        "The big black dog barked.",
        "The big black dog barked.",
    ),
    "a number before the adjectives": (
        "The angry workers left.",
        "The three workers left.",
        "The three angry workers left.",
    ),
    "an adjective behind a number": (
        "The two dogs barked.",
        "The small dogs barked.",
        "The two small dogs barked.",
    ),
    "a compound next to its noun": (
        "The French minister resigned.",
        "The finance minister resigned.",
        "The French finance minister resigned.",
    ),
    "a title before the whole name": (
        "Anna Larsen won the race.",
        "Swimmer Anna Larsen won the race.",
        "Swimmer Anna Larsen won the race.",
    ),
    "a title of two words before the whole name": (
        "Anna Larsen won the race.",
        "Former champion Anna Larsen won the race.",
        "Former champion Anna Larsen won the race.",
    ),
    "a possessor for the definite article": (
        "The car was stolen.",
        "Paul's car was stolen.",
        "Paul's car was stolen.",
    ),
    "no possessor for an indefinite article": (
        "A car was stolen.",
        "Paul's car was stolen.",
        "A car was stolen.",
    ),
    "no second possessor": (
        "My car was stolen.",
        "Paul's car was stolen.",
        "My car was stolen.",
    ),
    "no second number": ("Two dogs barked.", "Three dogs barked.", "Two dogs barked."),
    "no number before one within a word": (
        "The 4,600-strong force left.",
        "The 5,000 force left.",
        "The 4,600-strong force left.",
    ),
    "nothing of a noun that modifies another": (
        "The bank manager left.",
        "The big bank closed.",
        "The bank manager left.",
    ),
    "no one that is no number": ("The dog barked.", "The one dog barked.", "The dog barked."),
    "no capitals of a headline": ("A trial began.", "A MURDER trial began.", "A trial began."),
    "no compound of another kind of word": (
        "The Sicilian boss died.",
        "The York boss died.",
        "The Sicilian boss died.",
    ),
    "no number without its kind": (
        "The man has diabetes.",
        "The man has type 2 diabetes.",
        "The man has diabetes.",
    ),
    "no name beside another": (
        "The Ford car stopped.",
        "The Fiat car stopped.",
        "The Ford car stopped.",
    ),
    "not of one of several": (
        "The dogs barked.",
        "The old dog barked.",
        "The dogs barked.",
    ),
    "not of a thing of another kind": (
        "The embassy attack was condemned.",
        "The brutal resort attack was condemned.",
        "The embassy attack was condemned.",
    ),
    # A compound may be written as one word.
    "not if a compound has it: coal": (
        "The coalmine closed.",
        "The coal mine closed.",
        "The coalmine closed.",
    ),
    "not if a compound has it: law": (
        "The lawsuits failed.",
        "The law lawsuits failed.",
        "The lawsuits failed.",
    ),
    "not if a compound has it: sun": (
        "The sunflower grew.",
        "The sun flower grew.",
        "The sunflower grew.",
    ),
}
POSTMODIFIERS = {
    "right behind the noun": (
        "The house burned.",
        "The house in the village burned.",
        "The house in the village burned.",
    ),
    "behind what is close to the noun": (
        "The house on the hill burned.",
        "The house in the village burned.",
        "The house on the hill in the village burned.",
    ),
    "of before other prepositions": (
        "The king in the north died.",
        "The king of Norway died.",
        "The king of Norway in the north died.",
    ),
    "no second phrase with the same preposition": (
        "The house in the village burned.",
        "The house in Norway burned.",
        "The house in the village burned.",
    ),
    "behind an object if the verb is the same": (
        "She saw the man.",
        "She saw the man with the telescope.",
        "She saw the man with the telescope.",
    ),
    "not behind an object of another verb": (
        "She saw the man.",
        "She met the man with the telescope.",
        "She saw the man.",
    ),
    "no of behind a name": (
        "Oslo is quiet.",
        "Oslo of Norway is quiet.",
        "Oslo is quiet.",
    ),
    "not behind the first of several": (
        "The dogs and cats slept.",
        "The dogs from the farm slept.",
        "The dogs and cats slept.",
    ),
    "no phrase between a noun and the one it modifies": (
        "The encryption keys were lost.",
        "The encryption of the files was lost.",
        "The encryption keys were lost.",
    ),
    "no clause between a noun and the one it modifies": (
        "The car keys were lost.",
        "The car, which was old, was lost.",
        "The car keys were lost.",
    ),
    "a participle": (
        "The house burned.",
        "The house built by my father burned.",
        "The house built by my father burned.",
    ),
    "a relative clause": (
        "The house burned.",
        "The house that Jack built burned.",
        "The house that Jack built burned.",
    ),
    "a relative clause of a name between commas": (
        "Anna Larsen won.",
        "Anna Larsen, who lives in Oslo, won.",
        "Anna Larsen, who lives in Oslo, won.",
    ),
    "a participle behind a relative clause": (
        "The house, which is old, burned.",
        "The house built by my father burned.",
        "The house, which is old, built by my father, burned.",
    ),
    "a relative clause before a participle": (
        "The house built by my father burned.",
        "The house, which is old, burned.",
        "The house, which is old, built by my father burned.",
    ),
    "an apposition between commas": (
        "The house burned.",
        "The house, a villa, burned.",
        "The house, a villa, burned.",
    ),
    "no apposition in the singular to a plural": (
        "The houses burned.",
        "The house, a villa, burned.",
        "The houses burned.",
    ),
}
NAMES = {
    "the country of a city": (
        "The conference took place in Krakow.",
        "The conference took place in Krakow, Poland.",
        "The conference took place in Krakow, Poland.",
    ),
    "the day of a month": ("He died on May.", "He died on May 4.", "He died on May 4."),
    "no day of a month behind in": ("He died in May.", "He died on May 4.", "He died in May."),
    # What kind of thing somebody is, with an article, becomes an apposition ...
    "what somebody is": (
        "Gustave Eiffel built the tower.",
        "A French engineer built the tower.",
        "Gustave Eiffel, a French engineer, built the tower.",
    ),
    # ... and an adjective of it goes before the noun, never before the name alone.
    "what kind of one somebody is": (
        "The engineer Gustave Eiffel built the tower.",
        "The French engineer built the tower.",
        "The French engineer Gustave Eiffel built the tower.",
    ),
}
ADVERBIALS = {
    "behind the verb": (
        "The train arrived.",
        "The train arrived on Monday.",
        "The train arrived on Monday.",
    ),
    "behind the other adverbials": (
        "The train arrived on Monday.",
        "The train arrived in Oslo.",
        "The train arrived on Monday in Oslo.",
    ),
    "in front as in its own sentence": (
        "The train arrived.",
        "On Monday the train arrived.",
        "On Monday, the train arrived.",
    ),
    "not in front of what stands in front": (
        "Suddenly the train arrived.",
        "On Monday the train arrived.",
        "Suddenly the train arrived on Monday.",
    ),
    "an adverb before the verb as in its own sentence": (
        "She opened the door.",
        "She quickly opened the door.",
        "She quickly opened the door.",
    ),
    "an adverb close behind the object": (
        "She opened the door in the morning.",
        "She opened the door slowly.",
        "She opened the door slowly in the morning.",
    ),
    "an adverb close behind the verb": (
        "She sat on the chair in the kitchen.",
        "She sat quietly.",
        "She sat quietly on the chair in the kitchen.",
    ),
    "no adverb that points back": (
        "She opened the door.",
        "She also opened the door.",
        "She opened the door.",
    ),
    "no adverb that points back in front": (
        "The boy was shot.",
        "Instead, the boy was shot.",
        "The boy was shot.",
    ),
    "no adverb without which the sentence says something else": (
        "The bank closed.",
        "The bank nearly closed.",
        "The bank closed.",
    ),
    "a direction close behind the verb": (
        "The boy walked at night.",
        "The boy walked through the forest.",
        "The boy walked through the forest at night.",
    ),
    "a preposition that the same verb governs": (
        "She opened the door.",
        "She opened the door with a key.",
        "She opened the door with a key.",
    ),
    "no preposition that another verb may govern": (
        "She shut the door.",
        "She opened the door with a key.",
        "She shut the door.",
    ),
    "no second time": (
        "The meeting took place on Monday.",
        "The meeting took place on Friday.",
        "The meeting took place on Monday.",
    ),
    "no second time in another form": (
        "The film ends on Monday.",
        "The film ends tomorrow.",
        "The film ends on Monday.",
    ),
    "a time beside a span of time": (
        "The film ran since Monday.",
        "The film ran on May 4.",
        "The film ran since Monday on May 4.",
    ),
    "nothing of a verb with another particle": (
        "They gave up.",
        "They gave in on Monday.",
        "They gave up.",
    ),
    "nothing of another event": (
        "The minister met the workers.",
        "The minister met the farmers on Monday.",
        "The minister met the workers.",
    ),
    "an agent of a passive": (
        "The man was arrested.",
        "The man was arrested by the police.",
        "The man was arrested by the police.",
    ),
    # What stands behind "by" may have made the object.
    "no agent that belongs to an object: paintings": (
        "The museum was shown on Monday.",
        "The museum showed paintings by Munch.",
        "The museum was shown on Monday.",
    ),
    "no agent that belongs to an object: songs": (
        "The band was heard.",
        "The band heard songs by Grieg.",
        "The band was heard.",
    ),
    "no agent that belongs to an object: a play": (
        "The play was read in class.",
        "The teacher read a play by Ibsen.",
        "The play was read in class.",
    ),
    "no agent of an active": (
        "The police arrested the man.",
        "The man was arrested by soldiers.",
        "The police arrested the man.",
    ),
    "a second agent": (
        "The man was arrested by the police.",
        "The man was arrested by soldiers.",
        "The man was arrested by the police and by soldiers.",
    ),
    "a clause at the end": (
        "The bank closed.",
        "The bank closed because it rained.",
        "The bank closed because it rained.",
    ),
    "no clause behind a second clause": (
        "The bank closed, and the shop opened.",
        "The bank closed because it rained.",
        "The bank closed, and the shop opened.",
    ),
    "no second clause": (
        "The bank closed because it had no money.",
        "The bank closed when it rained.",
        "The bank closed because it had no money.",
    ),
    "a clause in front that would seem to belong to another verb": (
        "The man who came praised the dog that slept.",
        "The man praised the dog because it was quiet.",
        "Because it was quiet, the man who came praised the dog that slept.",
    ),
    "a source at the end": (
        "The bank closed.",
        "The bank closed according to the owner.",
        "The bank closed, according to the owner.",
    ),
    "no second source": (
        "The bank closed, police said.",
        "The bank closed according to the owner.",
        "The bank closed, police said.",
    ),
}
COMPLEMENTS = {
    "an object": ("The dog chased.", "The dog chased a cat.", "The dog chased a cat."),
    "an infinitive": (
        "The company wants.",
        "The company wants to grow.",
        "The company wants to grow.",
    ),
    "an object behind the particle": (
        "The men gave up.",
        "The men gave up the fight.",
        "The men gave up the fight.",
    ),
    "no object of a passive": (
        "He was asked.",
        "He was asked a question.",
        "He was asked.",
    ),
    "a second object of a verb of having": (
        "The box contains a letter.",
        "The box contains money.",
        "The box contains a letter and money.",
    ),
    "no second object of another verb": (
        "The firm sold apples.",
        "The firm sold pears.",
        "The firm sold apples.",
    ),
}
OF_MODIFIERS = {
    "an adverb before its adjective": (
        "The fair price rose.",
        "The supposedly fair price rose.",
        "The supposedly fair price rose.",
    ),
    "an adverb before its number": (
        "Ten people died.",
        "Exactly ten people died.",
        "Exactly ten people died.",
    ),
    "a phrase behind its adjective": (
        "She is proud.",
        "She is proud of her son.",
        "She is proud of her son.",
    ),
    "no phrase behind an adjective before its noun": (
        "The proud man smiled.",
        "The man, proud of his son, smiled.",
        "The proud man smiled.",
    ),
}
ATTRIBUTIONS = {
    "who says it": (
        "Two men were arrested on Monday.",
        "Two men were arrested, police said.",
        "Two men were arrested on Monday, police said.",
    ),
    "not if somebody else says it": (
        "According to a judge, two men were arrested.",
        "Two men were arrested, police said.",
        "According to a judge, two men were arrested.",
    ),
    "not behind a second clause": (
        "Two men were arrested and a woman was hurt.",
        "Two men were arrested, police said.",
        "Two men were arrested and a woman was hurt.",
    ),
    "not who does not say it": (
        "Two men were arrested.",
        "Two men were arrested, police did not say.",
        "Two men were arrested.",
    ),
    "not if it is long": (
        "Two men were arrested.",
        "Two men were arrested, the spokesman of the police of the second largest city of Norway "
        "said.",
        "Two men were arrested.",
    ),
}
CASES = {
    f"{group}: {name}": case
    for group, cases in {
        "premodifier": PREMODIFIERS,
        "postmodifier": POSTMODIFIERS,
        "name": NAMES,
        "adverbial": ADVERBIALS,
        "complement": COMPLEMENTS,
        "of a modifier": OF_MODIFIERS,
        "attribution": ATTRIBUTIONS,
    }.items()
    for name, case in cases.items()
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_attachment_site(merged, case):
    frame, other, expected = case
    assert merged(frame, other) == expected


BAND = """
The the DET 1 det
band band NOUN 2 nsubj
plays play VERB 2 ROOT
in in ADP 2 prep
Oslo Oslo PROPN 3 pobj
. . PUNCT 2 punct
"""
MEN = """
The the DET 1 det
band band NOUN 6 nsubj
( ( PUNCT 4 punct
young young ADJ 4 amod
men man NOUN 1 appos
) ) PUNCT 4 punct
plays play VERB 6 ROOT
. . PUNCT 6 punct
"""
MISREAD = """
Behind behind ADJ 2 amod
the the DET 2 det
band band NOUN 3 nsubj
plays play VERB 3 ROOT
. . PUNCT 3 punct
"""


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (MEN, "The band ( young men ) plays in Oslo ."),
        (MISREAD, "The band plays in Oslo ."),  # a preposition taken for an adjective
    ],
)
def test_attachment_site_by_a_given_parse(fuser, other, expected):
    assert merged_as_parsed(fuser, BAND, other) == expected


@pytest.mark.parametrize(
    ("country", "adjective", "title"),
    [
        ("Norway", "Norwegian", "Coach"),
        ("Canada", "Canadian", "Envoy"),
        ("Australia", "Australian", "PM"),
    ],
)
def test_nothing_goes_into_a_title_that_the_parser_does_not_see(fuser, country, adjective, title):
    frame = f"""
    Chosen choose VERB 0 ROOT
    As as ADP 0 prep
    {country} {country} PROPN 1 pobj
    {title} {title} PROPN 0 oprd
    """
    other = f"""
    Chosen choose VERB 0 ROOT
    As as ADP 0 prep
    New new ADJ 4 amod
    {adjective} {adjective} ADJ 4 amod
    {title} {title} PROPN 1 pobj
    """
    assert merged_as_parsed(fuser, frame, other) == f"Chosen As {country} {title}"


def merged_as_parsed(nlp, frame, other):
    """Return a frame with what was attached to it, as parsed by hand; like words are linked."""
    doc = make_pair(nlp, parsed(nlp.vocab, frame), parsed(nlp.vocab, other))
    pair = PairGraph(doc)
    links = [
        Link("words", doc[i : i + 1], doc[j : j + 1], "equals")
        for i in range(pair.source.start, pair.source.end)
        for j in range(pair.target.start, pair.target.end)
        if pair.words[i][:4] == pair.words[j][:4]
    ]
    write_links(doc, "words", links)
    pair = PairGraph(doc)
    draft = draft_of(pair, pair.source)
    return realise(pair, merge(pair, pair.source, draft, flaws(pair, draft))).text


def test_a_sentence_gets_nothing_of_itself(merged):
    for text, _ in EVERYDAY:
        assert merged(text, text) == text
