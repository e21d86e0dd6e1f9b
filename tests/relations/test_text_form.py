"""Relations whatever the form of the text: apostrophes, quantities, compounds, spelling."""

import pytest

from spacy_paraphrase import pipe_pairs

RESTATED = [
    # apostrophes
    ("The shop isn’t open today.", "The shop isn't open today."),
    ("They dont like spicy food.", "They don't like spicy food."),
    ("She didn’t win.", "She did not win."),
    ("He’s got a new job.", "He has got a new job."),
    ("Im tired of waiting.", "I'm tired of waiting."),
    ("You cant park here.", "You can't park here."),
    ("They’re leaving because they’ve finished.", "They are leaving because they have finished."),
    # quantities
    ("Thirty-seven per cent of voters stayed at home.", "37% of voters stayed at home."),
    ("Twenty-one students passed the exam.", "21 students passed the exam."),
    ("It was her twenty-first birthday.", "It was her 21st birthday."),
    ("The house was sold for €1.2 million.", "The house was sold for 1,200,000 euros."),
    ("The house was sold for EUR 1.2m.", "The house was sold for €1.2 million."),
    ("The ticket costs $5.", "The ticket costs five dollars."),
    ("The bomb killed 1,500 soldiers.", "The bomb killed fifteen hundred soldiers."),
    ("50% of the workers are women.", "Half of the workers are women."),
    ("One in five children is poor.", "20% of children are poor."),
    ("The film lasts 90 minutes.", "The film lasts an hour and a half."),
    ("The marathon is 42 km long.", "The marathon is 42,000 metres long."),
    # times and rates
    ("The meeting starts at 3 pm.", "The meeting starts at 15:00."),
    ("The train leaves at half past three.", "The train leaves at 3:30."),
    ("Take the tablets twice a day.", "Take the tablets 2 times a day."),
    ("Wash your hands once a day.", "Wash your hands daily."),
    ("The rent is paid monthly.", "The rent is paid every month."),
    ("The storm hit on 3/12/2012.", "The storm hit on 12 March 2012."),
    # numbered things
    ("He lives in house No. 2.", "He lives in house number 2."),
    ("See Section No. 5 for details.", "See section number 5 for details."),
    ("He ranked No. 3 in the world.", "He ranked number three in the world."),
    # compounds
    ("Send me an e-mail.", "Send me an email."),
    ("The reform of health care failed.", "The reform of healthcare failed."),
    ("She took part in the decision-making.", "She took part in the decision making."),
    ("Her co-worker uses an on-line shop.", "Her coworker uses an online shop."),
    ("Their web site has a lay-out.", "Their website has a layout."),
    # spelling
    ("The goverment raised taxes.", "The government raised taxes."),
    ("Did you recieve my letter?", "Did you receive my letter?"),
    ("The resturant was definately closed.", "The restaurant was definitely closed."),
    ("The comittee will anounce its decison.", "The committee will announce its decision."),
    ("It is a neccessary improvment.", "It is a necessary improvement."),
    ("He travelled by aeroplane to the centre.", "He traveled by airplane to the center."),
]
SPECIFIED = [
    ("The server answers within 2 seconds.", "The server answers within 5 seconds."),
    ("The bridge was built in 1994.", "The bridge was built in the 1990s."),
    ("The castle was built in the 1340s.", "The castle was built in the 14th century."),
    ("The parcel weighs 4 kg.", "The parcel weighs under 5 kg."),
    ("The break lasts 8 minutes.", "The break lasts no more than 10 minutes."),
    ("Seven cats live here.", "Between 5 and 10 cats live here."),
    ("Respond within 24 hours.", "Respond within two days."),
    ("The nurse visits daily.", "The nurse visits at least once a week."),
    ("The ticket costs less than $10.", "The ticket costs less than $20."),
    ("The applicant must be over 21.", "The applicant must be over 18."),
    ("The tank holds between 20 and 30 litres.", "The tank holds at least 20 litres."),
]
EXCLUDED = [
    ("The meeting starts at 3 pm.", "The meeting starts at 4 pm."),
    ("37% of voters stayed at home.", "40% of voters stayed at home."),
    ("Take one pill twice a day.", "Take one pill three times a day."),
    ("The flight departs at 10:15.", "The flight departs at 11:45."),
    ("The ticket costs less than $10.", "The ticket costs more than $20."),
    ("It took place in the 19th century.", "It took place in the 18th century."),
    ("He didnt pay the rent.", "He paid the rent."),
    ("I cant hear you.", "I can hear you."),
]
APART = [
    ("The desert is dry.", "The dessert is dry."),
    ("A cat sat on the mat.", "A car sat on the mat."),
    ("The first goal was great.", "The second goal was great."),
    (
        "That compared with $35.18 million in the year-ago period.",
        "Earnings were affected by an $8 million benefit in the year-ago period.",
    ),
]


@pytest.fixture(scope="module")
def related(nlp):
    """The processed pairs, and their mirror images."""
    every = [*RESTATED, *SPECIFIED, *EXCLUDED, *APART]
    turned = [(target, source) for source, target in every]
    docs = pipe_pairs(nlp, [*every, *turned])
    return dict(zip([*every, *turned], docs, strict=True))


@pytest.mark.parametrize("pair", RESTATED)
def test_another_form_of_the_same(related, pair):
    for one in (pair, pair[::-1]):
        assert related[one]._.relation.label in ("restates", "equals")
        assert not related[one]._.relation.conflict


@pytest.mark.parametrize("pair", SPECIFIED)
def test_an_amount_within_another(related, pair):
    assert related[pair]._.relation.label == "specifies"
    assert related[pair[::-1]]._.relation.label == "generalizes"


@pytest.mark.parametrize("pair", EXCLUDED)
def test_amounts_that_exclude_each_other(related, pair):
    assert related[pair]._.relation.conflict
    assert related[pair[::-1]]._.relation.conflict


@pytest.mark.parametrize("pair", APART)
def test_what_is_no_other_form(related, pair):
    for one in (pair, pair[::-1]):
        assert related[one]._.relation.label == "intersects"
        assert not related[one]._.relation.conflict


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Thirty-seven per cent", "37%"),
        ("Twenty-one", "21"),
        ("€1.2 million", "1,200,000 euros"),
        ("90 minutes", "an hour and a half"),
        ("half past three", "3:30"),
        ("e-mail", "email"),
        ("health care", "healthcare"),
    ],
)
def test_units_of_several_words_have_one_link(related, one, other):
    (pair,) = [pair for pair in RESTATED if one in pair[0] and other in pair[1]]
    links = related[pair]._.alignment.words
    (link,) = [link for link in links if link.source.text == one]
    assert link.target.text == other
    assert link.relation == "restates"
    assert related[pair]._.overlap > 0.99
