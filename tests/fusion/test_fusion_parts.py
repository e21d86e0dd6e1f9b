"""The parts of a fusion one by one."""

import pytest
from lexicon.toy_wordnet import COUNTS, toy_resource

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError, fuse_many, make_pair, sides
from spacy_paraphrase.fusion import variants
from spacy_paraphrase.fusion.draft import draft_of, is_well_formed
from spacy_paraphrase.fusion.graph import PairGraph, restated_words
from spacy_paraphrase.fusion.insertion import candidate_subtrees
from spacy_paraphrase.fusion.ranking import TagTrigrams, make_tag_trigrams
from spacy_paraphrase.fusion.realisation import realise
from spacy_paraphrase.fusion.wording import leave_out
from spacy_paraphrase.lexicon.build import build_index


@pytest.fixture
def graph(fuser):
    return lambda source, target: PairGraph(fuser(make_pair(fuser, source, target)))


def test_a_side_as_it_stands_reads_as_it_is(graph):
    text = "He said: \"It's 5% (or $3,000) off\" – isn't that a well-known trick?"
    found = graph(text, "A cat sleeps.")
    draft = draft_of(found, found.source)
    assert realise(found, draft).text == text


def test_article_and_capital_follow_the_new_order(graph):
    found = graph("An old oak fell.", "A tree fell.")
    whole = draft_of(found, found.source)
    shorter = leave_out(found, found.source[1].i, whole)
    assert realise(found, shorter).text == "An oak fell."
    shorter = leave_out(found, found.source[0].i, whole)
    assert realise(found, shorter).text == "Old oak fell."
    found = graph("A long honest hour passed.", "An urgent union met.")
    for side, text in (
        (found.source, "An honest hour passed."),
        (found.target, "A union met."),
    ):
        shorter = leave_out(found, side[1].i, draft_of(found, side))
        assert realise(found, shorter).text == text


UNIONS = [
    # agreement with a subject that has grown
    (
        "Anna was invited.",
        "Anna and Peter were invited to the party.",
        "Anna and Peter were invited to the party.",
    ),
    # a conjunct with the conjunction of its own sentence
    ("They sell apples.", "They sell apples and pears.", "They sell apples and pears."),
    # a possessor instead of the article
    (
        "The car was stolen on Monday.",
        "Paul's car was stolen.",
        "Paul's car was stolen on Monday.",
    ),
    # a name instead of a pronoun
    (
        "She won the race in Oslo.",
        "Maria Olsen won the race.",
        "Maria Olsen won the race in Oslo.",
    ),
    # what says something else comes second, without what is said already
    (
        "The hospital, which opened in 1960, has 300 beds.",
        "A nurse was attacked in the hospital.",
        "The hospital, which opened in 1960, has 300 beds, and a nurse was attacked in the "
        "hospital.",
    ),
    (
        "She lives in Rome with her two sons and a dog.",
        "Maria Rossi wrote a book about the war.",
        "Maria Rossi wrote a book about the war, and she lives in Rome with her two sons and "
        "a dog.",
    ),
    # not what a headline says only in more general words
    (
        "2 Americans Killed as Afghan Unrest Enters Fifth Day",
        "Two American Officers Murdered As Afghan Unrest Continues",
        "",
    ),
    # who says it
    (
        "Two men were arrested on Monday.",
        "Two men were arrested, police said.",
        "Two men were arrested on Monday, police said.",
    ),
    # what is said once in other words is not said again
    (
        "He was once a teacher in Paris.",
        "At one time he was a teacher.",
        "He was once a teacher in Paris.",
    ),
    # two things that one does to one
    (
        "The minister met the workers.",
        "The minister criticised the workers.",
        "The minister met and criticised the workers.",
    ),
    (
        "The workers were insulted by the firm.",
        "The angry workers were dismissed by the firm.",
        "The angry workers were insulted and dismissed by the firm.",
    ),
    # but not in different forms, nor if a circumstance would seem to hold of both
    ("She may sell the house.", "She loves the house.", ""),
    ("The mayor opened the bridge on Monday.", "The mayor praised the bridge.", ""),
    # two times may be one
    (
        "The body was found by a maid on July 27.",
        "The body was found on Tuesday in a hotel room.",
        "The body was found by a maid on July 27 in a hotel room.",
    ),
    # a subject that both clauses have is said once, however long the first one is
    (
        "The company closed its plant, which employs 300 people, last week.",
        "The company plans a new factory in Ohio.",
        "The company closed its plant, which employs 300 people, last week, and plans a new "
        "factory in Ohio.",
    ),
    # but not if it says more the second time
    (
        "Robbers burst into a big store in the centre of Leeds on Monday.",
        "Three robbers fled from the town in a stolen van.",
        "Robbers burst into a big store in the centre of Leeds on Monday, and three robbers fled "
        "from the town in a stolen van.",
    ),
    # which ones they are is said once
    (
        "Two young men in red coats robbed a jewellery store in the old town.",
        "A nurse had seen two young men in red coats at the station.",
        "Two young men in red coats robbed a jewellery store in the old town, and a nurse had seen "
        "the men at the station.",
    ),
    # no conjunct is lost because the other sentence is long, and no clause stands between conjuncts
    (
        "The court in Paris sentenced the former minister on Friday to three years in prison for "
        "taking bribes from a builder, but the judges let him go home until his appeal is heard.",
        "The court sentenced the minister on Friday and his brother was fined.",
        "",
    ),
    (
        "The attack on the embassy in the centre of the old town was condemned on Monday by the "
        "United Nations, which called for an end of the violence.",
        "The attack was condemned by the United Nations, France and Jordan.",
        "The attack on the embassy in the centre of the old town was condemned by the United "
        "Nations, France and Jordan on Monday.",
    ),
    # no number before another one, and nothing between a noun and its participle
    (
        "The alliance on Monday assumes command of the 4.600-strong security force which is "
        "helping with reconstruction.",
        "The appeal came as the alliance was preparing to take command of the 5,000 strong "
        "security force on Monday.",
        "",
    ),
    (
        "This means another 12 cases of asthma per year in every 4,000 children treated.",
        "Doctors foresaw another 12 cases of asthma a year for every 4,000 children on the drug.",
        "",
    ),
    # one possessor, and no number without its kind
    (
        "He accused royal servants of poisoning the boys’ “young hearts”.",
        'He said the royal house has poisoned the pupils\' "young hearts."',
        "",
    ),
    (
        "Eating more nuts may lower the risk of getting the most common form of diabetes, a survey "
        "has found.",
        "Eating salted nuts, you know, may clearly lower your risk of type 2 diabetes, the most "
        "common form of the illness.",
        "",
    ),
    # no more is denied than was
    (
        "He has no firm plans for television advertising, thinking it is useless this year.",
        "A Miller aide said there were no firm plans for television advertising.",
        "",
    ),
    # a name is said once, then the surname
    (
        "Mark Felt died in California, his family said on Friday.",
        "Reporters confirmed that Mark Felt had been the source of the story.",
        "Reporters confirmed that Mark Felt had been the source of the story, and Felt died in "
        "California, his family said on Friday.",
    ),
]
INTERSECTIONS = [
    # two of three conjuncts
    (
        "He was charged with murder, robbery and fraud.",
        "He was charged with murder and fraud.",
        "He was charged with murder and fraud.",
    ),
    # the more general word
    (
        "The dog was sleeping on the sofa.",
        "The puppy was sleeping on the sofa in the sun.",
        "The dog was sleeping on the sofa.",
    ),
    # active and passive
    (
        "The court rejected the appeal on Friday.",
        "The appeal was rejected by the court.",
        "The court rejected the appeal.",
    ),
    # what is only alleged or nearly so is not so
    ("The thief nearly escaped.", "The thief escaped.", ""),
    # of alternatives none may be left out
    ("The winner gets a car or a bicycle.", "The winner gets a car.", ""),
    # nothing may be left out under a negation
    ("The engine does not start easily.", "The engine does not start.", ""),
    ("All red apples are sweet.", "All apples are sweet.", ""),
    # a number and a rough one
    ("Three men are dancing", "A few men are dancing", "A few men are dancing"),
    ("Two men are dancing.", "A few men are dancing.", "Men are dancing."),
    ("Few men are dancing.", "Three men are dancing.", ""),
    (
        "The battery lasts about ten hours.",
        "The battery lasts roughly 10 hours on a single charge.",
        "The battery lasts about ten hours.",
    ),
    # without its quotation marks a quotation begins without a capital
    (
        'Mr Russell, 46, a coal miner from Brisbane, said: "They are obviously hurting, so we are'
        ' basically going over there to help them."',
        '"They are obviously hurting so we are basically going over there to help them," Russell,'
        " 46, said.",
        "Russell, 46, said they are obviously hurting and we are basically going over there to help"
        " them.",
    ),
    # what is read as a conjunct without any conjunction is none
    (
        "The shooting happened at 5:30 a.m. in the living room of the home the extended family"
        " shared on the city's westside.",
        "The shootings happened at 5:30 a.m. in the living room of the home that the extended"
        " family shared on Gary's west side.",
        "The shooting happened at 5:30 a.m. in the living room of the home.",
    ),
    # a word of several tokens is said as a whole
    ("The United Nations condemned it.", "The UN condemned it.", "The UN condemned it."),
    (
        "The CEO resigned on Friday.",
        "The chief executive stepped down on Friday.",
        "The executive resigned on Friday.",
    ),
    # a verb of placing needs a place
    (
        "The club placed Bush on the injured list on Wednesday.",
        "The club placed Bush on leave because of his knee.",
        "",
    ),
    (
        "Bush was placed on injured reserve on Wednesday.",
        "The club placed Bush on injured reserve.",
        "Bush was placed on injured reserve.",
    ),
    # an object that belongs to two verbs
    (
        "Two officers shot and killed a boy.",
        "Yesterday officers shot and wounded a man in the park.",
        "",
    ),
    # what an adverbial clause says is said
    (
        "A bomb exploded at a bank on Friday.",
        "Two officers were killed when a bomb exploded at a bank.",
        "A bomb exploded at a bank.",
    ),
    # both verbs have one doer
    (
        "The player scored a goal, and his team won the match.",
        "The player scored a goal and won the match.",
        "The player scored a goal.",
    ),
]


@pytest.mark.parametrize(
    ("kind", "source", "target", "expected"),
    [("union", *case) for case in UNIONS] + [("intersection", *case) for case in INTERSECTIONS],
)
def test_fusions(fuse, kind, source, target, expected):
    assert fuse(source, target)[kind].text == expected


def test_what_the_other_side_says_in_other_words(graph):
    found = graph("Bush is on IR after the invasion.", "They invaded; he is on injured reserve.")
    said = {found[t].text for t in found.restated}
    assert "IR" in said
    assert "Bush" not in said


def test_other_words_are_those_of_the_lexicon_of_the_pipeline(graph, fuser, monkeypatch):
    found = graph("The cad paid the firm.", "Rain fell on the dog and a company.")

    def echoed(lexicon):
        content = [i for i in range(len(found.doc)) if found.is_content(i)]
        said = restated_words(found.source, found.target, content, lexicon)
        return {found[t].text for t in said}

    # in no synset together, but in our own groups
    assert echoed(found.lexicon) == {"firm", "company"}
    component = fuser.get_pipe("sentence_fuser")
    toy = build_index(toy_resource(), COUNTS)
    monkeypatch.setattr(component.lexicon, "own", toy)
    assert component._tasks(found.doc)[0].graph.lexicon is toy
    assert echoed(toy) == {"cad", "dog", "firm", "company"}


def test_pieces_are_what_is_new(graph):
    found = graph("A cat sleeps.", "A small cat sleeps on the warm sofa all day.")
    texts = [
        " ".join(found[t].text for t in subtree.tokens)
        for subtree in candidate_subtrees(found, found.target)
    ]
    assert texts == ["small", "on the warm sofa", "all day"]


def test_checks_refuse_broken_drafts(graph):
    found = graph("The man (a baker) sleeps.", "A man sleeps.")
    whole = draft_of(found, found.source)
    assert is_well_formed(found, whole)
    start = found.source.start
    bracket = next(t.i for t in found.source if t.text == ")")
    assert not is_well_formed(found, whole.without([bracket]))
    root = next(t.i for t in found.source if t.dep_ == "ROOT")
    assert not is_well_formed(found, whole.without([root]))
    assert not is_well_formed(found, whole.insert(1, whole.words[:1], {}))
    assert not is_well_formed(found, draft_of(found, found.source, [start + 2]))


def test_variants_are_distinct_and_none_of_the_inputs(fuser):
    source = "Three puppies are sleeping on an old sofa in the sun."
    target = "Some dogs sleep on a couch."
    doc = fuser(make_pair(fuser, source, target))
    for kind in ("restate", "specify", "generalize"):
        texts = [fusion.text for fusion in variants(doc, kind)]
        assert len(texts) == len(set(texts))
        assert not {source, target} & set(texts)
    restated = [fusion.text for fusion in variants(doc, "restate")]
    assert "Three puppies are sleeping on an old couch in the sun." in restated
    general = [fusion.text for fusion in variants(doc, "generalize")]
    assert "Three puppies are sleeping on a sofa." in general
    with pytest.raises(ParaphraseError, match="P027"):
        variants(doc, "union")


def test_questions(fuse):
    pair = (
        "Bettie Page, whose photos made her a star, died Thursday night at a hospital in the city.",
        "Legendary queen Bettie Page died of pneumonia in a hospital Thursday.",
    )
    when = fuse(*pair, question="When did Bettie Page die?")["union"].text
    why = fuse(*pair, question="Why did Page die?")["union"].text
    assert "Thursday night" in when
    assert "pneumonia" not in when
    assert "pneumonia" in why
    assert "Thursday" not in why
    assert fuse(*pair, question="Who discovered radium?")["union"].reason == "no_answer"


def test_a_question_is_text(fuser):
    doc = make_pair(fuser, "A cat sleeps.", "A cat sleeps.")
    doc.user_data["question"] = 3
    with pytest.raises(ParaphraseError, match="P019"):
        fuser(doc)


def test_many_sentences(fuser):
    sentences = [
        "A cat sleeps.",
        "A black cat sleeps on the sofa.",
        "Stocks did not fall on Monday.",
        "A cat sleeps in the afternoon.",
    ]
    result = fuse_many(fuser, sentences[:2] + sentences[3:])
    assert result.text == "A black cat sleeps on the sofa in the afternoon."
    assert sorted(result.order) == [0, 1, 2]
    assert result.left_out == {}
    docs = [fuser.make_doc(text) for text in sentences[:2] + sentences[3:]]
    for word, places in result.provenance:
        for number, token in places:
            assert docs[number][token].lower_ == word.lower()
    shared = fuse_many(fuser, sentences, "intersection")
    assert shared.text == "A cat sleeps."
    assert set(shared.left_out) == {2}


def test_many_sentences_need_a_fuser(fuser):
    with pytest.raises(ParaphraseError, match="P018"):
        fuse_many(spacy_paraphrase.load(exclude=["sentence_fuser"]), ["One.", "Two."])
    with pytest.raises(ParaphraseError, match="P018"):
        fuse_many(fuser, ["One."])


def test_language_model(fuser, tmp_path):
    model = make_tag_trigrams()
    good = fuser.make_doc("the cat sat on the mat .")
    bad = fuser.make_doc("on cat the mat sat the .")
    for doc in (good, bad):
        for name in ("tok2vec", "tagger"):
            fuser.get_pipe(name)(doc)
    assert model.score(list(good)) > model.score(list(bad))
    small = TagTrigrams.count([["the", "NN", "VBZ"], ["the", "NN"]], {"the"})
    following = [small._probability(("<s>", "<s>", symbol)) for symbol in ("the", "NN")]
    assert following[0] > 0.5 > following[1] > 0
    small.to_disk(tmp_path / "model")
    again = TagTrigrams.from_disk(tmp_path / "model")
    assert (again.counts, again.words) == (small.counts, small.words)


def test_sides_without_a_parse(blank):
    blank.add_pipe("sentence_pair")
    blank.add_pipe("tree_aligner", config={"method": "identity"})
    blank.add_pipe("sentence_fuser")
    doc = blank(make_pair(blank, "A cat sleeps.", "A cat sleeps."))
    assert {fusion.reason for fusion in doc._.fusions} == {"no_parse"}


def test_several_sentences_a_side(fuse):
    fusion = fuse("A cat sleeps. It rains.", "A black cat sleeps on the sofa.")["union"]
    assert fusion.text in ("", "A black cat sleeps on the sofa. It rains.")


@pytest.mark.parametrize(
    "config",
    [
        {"kinds": []},
        {"kinds": ["difference"]},
        {"candidates": 0},
        {"least_said": 1.5},
        {"least_parsed": "0.7"},
        {"weights": {"beauty": 1.0}},
        {"weights": {"language": -1}},
    ],
)
def test_settings_that_make_no_sense(config, blank):
    with pytest.raises(ValueError, match="P008"):
        blank.add_pipe("sentence_fuser", config=config)


def test_a_pipeline_in_another_language():
    import spacy

    nlp = spacy.blank("de")
    for name in ("sentence_pair", "tree_aligner", "sentence_fuser"):
        nlp.add_pipe(name)
    with pytest.warns(spacy_paraphrase.ParaphraseWarning):
        doc = nlp(make_pair(nlp, "Eine Katze schläft.", "Die Katze schläft."))
    assert [fusion.reason for fusion in doc._.fusions] == ["no_parse", "no_parse"]
    assert len(sides(doc)) == 2
