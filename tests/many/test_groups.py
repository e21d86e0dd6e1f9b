"""Groups of sentences, what their members say of each other, and who runs the jobs."""

import functools
import json
import os
import random
import signal
import threading
import time
from dataclasses import replace
from itertools import combinations

import pytest

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError, ParaphraseWarning
from spacy_paraphrase.many import groups as room
from spacy_paraphrase.many.group_page import page
from spacy_paraphrase.many.groups import Group, Grouping, find_groups
from spacy_paraphrase.many.members import Said, composed, most_specific, relate
from spacy_paraphrase.many.paraphrases import SAME, mine_paraphrases
from spacy_paraphrase.many.running import over_files

NEWS = {
    "a1": "The storm killed ten people in the north of the country.",
    "a2": "Ten people were killed by the storm in the north.",
    "a3": "On Monday the storm killed twelve people in the north of the country.",
    "a4": "the storm killed ten people in the  north of the country.",
    "b1": "The central bank raised interest rates by a quarter point.",
    "b2": "Interest rates were raised by the central bank.",
    "b3": "The central bank increased its interest rates by a quarter point on Thursday.",
    "c1": "A new museum of modern art opens in Lisbon next spring.",
}


TOPIC = Grouping(topic=True)


def records(texts=NEWS):
    return [{"id": id, "text": text} for id, text in texts.items()]


@pytest.fixture(scope="module")
def nlp():
    # Composition alone, which no training changes.
    return spacy_paraphrase.load(tier="fast", relation_classifier={"judge": None})


@pytest.fixture(scope="module")
def news(nlp):
    return list(relate(nlp, find_groups(records(), TOPIC), fuse=True))


def test_topics_of_news(news):
    assert [group.members for group in news] == [
        ("a1", "a2", "a3", "a4"),
        ("b1", "b2", "b3"),
        ("c1",),
    ]
    storm, bank, museum = news
    assert storm.representative == "a1"
    assert storm.copies == {"a4": "a1"}
    assert {frozenset(pair) for pair in storm.conflicts} >= {frozenset(("a1", "a3"))}
    assert storm.fusion is None  # both cannot be true
    assert bank.relations["b2", "b1"] == "generalizes"
    assert set(bank.most_specific) == {"b1", "b3"}
    assert bank.adds["b3"] == ("on Thursday",)
    assert "Thursday" in bank.fusion["text"]
    places = {tuple(place) for _, found in bank.fusion["provenance"] for place in found}
    assert {id for id, _ in places} == {"b1", "b3"}
    assert museum.relations == {}
    line = json.loads(json.dumps(bank.to_json()))
    assert line["group"] == "b1"
    assert line["members"][1]["relation"] == "generalizes"


def members(*texts, **settings):
    rows = [{"id": k, "text": text} for k, text in enumerate(texts)]
    return [group.members for group in find_groups(rows, Grouping(**settings))]


def test_a_group_says_the_same():
    texts = [
        "Ten people were killed by the storm.",
        "The storm killed ten people.",
        "The storm killed twelve people.",
        "The storm did not kill ten people.",
        "The shares of Siemens rose by five percent.",
        "The shares of Siemens fell by five percent.",
        "The shares of Bosch rose by five percent.",
        "By five percent rose the shares of Siemens.",
        "Convert the CSV file to JSON.",
        "Convert the JSON file to CSV.",
    ]
    assert members(*texts) == [(0, 1), (2,), (3,), (4, 7), (5,), (6,), (8,), (9,)]


def test_no_word_need_be_shared():
    """Spec: candidates are found by vectors, not by the words that sentences share."""
    assert members("The physician cured the child.", "A doctor healed the kid.", "It rains.") == [
        (0, 1),
        (2,),
    ]


def test_a_higher_threshold_makes_smaller_groups():
    texts = ["The storm killed ten people.", "On Monday ten people were killed by the storm."]
    assert members(*texts, threshold=0.3) == [(0, 1)]
    assert members(*texts, threshold=0.99) == [(0,), (1,)]


@pytest.mark.parametrize("n_process", [1, 2])
def test_processes_judge_as_one_does(tmp_path, monkeypatch, n_process):
    monkeypatch.setattr(room, "JUDGED", 2)
    run = over_files(tmp_path, n_process=n_process)
    assert find_groups(records(), run=run) == find_groups(records())
    assert list((tmp_path / "judge-sentences").glob("in-*"))


def test_mined_paraphrases_are_all_pairs_above_a_score():
    texts = ["Ten people died in the storm.", "A dog barks.", "The storm killed ten people."]
    [pair] = mine_paraphrases([*texts, "The storm killed twelve people."])
    assert (pair.first, pair.second) == (0, 2)
    assert pair.score >= SAME["fast"]
    scores = [each.score for each in mine_paraphrases(texts, threshold=0.0)]
    assert scores == sorted(scores, reverse=True)
    assert mine_paraphrases(["A dog.", "a  dog."]) == [(1.0, 0, 1)]
    assert mine_paraphrases([]) == []


@pytest.mark.parametrize("given", [{"threshold": 2}, {"neighbours": 0}, {"sentences": [1]}])
def test_what_cannot_be_mined(given):
    with pytest.raises(ParaphraseError, match="P950"):
        mine_paraphrases(**({"sentences": []} | given))


def test_one_and_identical_sentences():
    """Spec 07 §11: one group; duplicates collapsed with their count."""
    [group] = find_groups([{"id": 7, "text": "A cat."}])
    assert (group.members, group.scores) == ((7,), {7: 1.0})
    [group] = find_groups({"id": k, "text": "A  cat." if k % 2 else "a cat."} for k in range(5))
    assert group.members == (0, 1, 2, 3, 4)
    assert group.copies == dict.fromkeys((1, 2, 3, 4), 0)
    assert find_groups([]) == []


def test_the_same_words_in_another_order_are_put_together_and_compared(nlp):
    texts = {1: "A dog bites the man.", 2: "The man bites a dog."}
    [group] = relate(nlp, find_groups(records(texts), TOPIC))
    assert group.copies == {}
    assert group.relations[2, 1] != "equals"


def test_16_composed_and_direct_relations_agree(nlp):
    texts = {
        1: "A man is slicing an onion.",
        2: "An onion is being sliced by a man.",
        3: "A man is slicing a red onion.",
        4: "a man is slicing an onion",
    }
    scores = {1: 1.0, 2: 0.8, 3: 0.7, 4: 1.0}
    group = Group(1, tuple(texts), tuple(texts.values()), 1, scores, {4: 1})
    [told] = relate(nlp, [group])
    assert told.most_specific == (3,)
    assert told.conflicts == ()
    direct = {}
    for a, b in combinations([id for id in group.members if id not in group.copies], 2):
        direct[a, b] = spacy_paraphrase.compare(texts[a], texts[b], nlp)._.relation.label
    turned = {"specifies": "generalizes", "generalizes": "specifies"}
    for (a, b), label in direct.items():
        back = told.relations.get((b, a), "")
        said = told.relations.get((a, b)) or turned.get(back, back)
        assert {said, label} <= {"equals", "restates"} or said == label, (a, b)


def test_relations_are_composed_over_what_says_the_same():
    same, more, less = Said("restates", False), Said("specifies", False), Said("generalizes", False)
    said = {(1, 0): same, (2, 0): more, (3, 0): less}
    found = dict(composed(said, 0))
    assert found == {(1, 2): less, (1, 3): more}
    assert most_specific([0, 1, 2, 3], said | found) == (2,)
    against = {(1, 0): Said("equals", False), (2, 0): Said("intersects", True)}
    assert dict(composed(against, 0)) == {(1, 2): Said("intersects", True)}
    assert dict(composed({(1, 0): Said("restates", True), (2, 0): more}, 0)) == {}


def test_so_many_pairs_are_aligned_directly_and_no_more(nlp):
    group = find_groups(records(), TOPIC)[0]
    [told] = relate(nlp, [group], max_direct=0)
    assert {b for _, b in told.relations} == {group.representative}


def test_two_records_with_one_id():
    rows = [*records(), {"id": "b1", "text": "Again."}]
    with pytest.raises(ParaphraseError, match="P951.*'b1', record 5 and record 9"):
        find_groups(rows)


@pytest.mark.parametrize(
    "record", [{"text": "No id."}, {"id": 1}, {"id": 1, "text": " "}, {"id": [1], "text": "a"}]
)
def test_records_without_id_or_text(record):
    with pytest.raises(ParaphraseError, match="P503"):
        find_groups([record])


def test_too_many_to_compare_all_with_all(monkeypatch):
    monkeypatch.setattr(room, "MOST_COMPARED", 5)
    with pytest.raises(ParaphraseError, match="P952.*7 sentences make 21 pairs"):
        find_groups(records(), Grouping(topic=True, shared=None))


def test_mixed_languages_are_told_with_their_shares():
    rows = [{"id": k, "text": f"text {k}", "lang": "en" if k else "nl"} for k in range(4)]
    with pytest.warns(ParaphraseWarning, match="W950.*en 75%, nl 25%"):
        find_groups(rows)


@pytest.mark.parametrize("n_process", [1, 2])
def test_processes_find_the_same_groups(tmp_path, monkeypatch, n_process):
    """Spec 07 test 32."""
    monkeypatch.setattr(room, "BATCH", 2)
    run = over_files(tmp_path, n_process=n_process)
    assert find_groups(records(), TOPIC, run, tmp_path) == find_groups(records(), TOPIC)
    assert list((tmp_path / "score-sentences").glob("in-*"))


def many_records(number=400):
    """Return sentences of which three each say the same, and others that share words with them."""
    chosen = random.Random(3)
    names = [f"{a}{b}" for a in ("Al", "Ber", "Cor", "Dal") for b in ("ta", "nes", "vik", "rup")]
    things = ["storm", "flood", "fire", "strike", "vote", "match", "trial", "sale"]
    found = []
    for k in range(number):
        first, second = chosen.sample(names, 2)
        thing, year = chosen.choice(things), chosen.randrange(1900, 2000)
        texts = (
            f"The {thing} of {year} was the worst in {first} and in {second}.",
            f"In {first} and {second} the {thing} of {year} was the worst.",
            f"{first} and {second} had their worst {thing} in {year}, people say.",
        )
        found += [{"id": f"{k:04}{j}", "text": text} for j, text in enumerate(texts)]
    return found


@pytest.mark.long
def test_four_processes_and_an_interrupted_run_find_the_same_groups(tmp_path, monkeypatch):
    """Spec 07 test 32, by files and in memory."""
    monkeypatch.setattr(room, "BATCH", 20)
    monkeypatch.setattr(room, "LARGEST", 40)
    rows = many_records()
    expected = find_groups(rows, TOPIC)
    assert max(len(group.members) for group in expected) > 2
    run = over_files(tmp_path / "four", n_process=4)
    assert find_groups(rows, TOPIC, run=run, folder=tmp_path / "four") == expected
    folder = tmp_path / "one"
    scored = room._score
    done = []

    def interrupt(settings, place, record):
        if len(done) == 7:
            raise KeyboardInterrupt
        done.append(record["start"])
        return scored(settings, place, record)

    with monkeypatch.context() as patch:
        patch.setattr(room, "_score", functools.wraps(scored)(interrupt))
        with pytest.raises(KeyboardInterrupt):
            find_groups(rows, TOPIC, run=over_files(folder), folder=folder)
    left = list((folder / "score-sentences/out/work").glob("map-*"))
    assert len(left) == 7
    again = []
    monkeypatch.setattr(
        room, "_score", functools.wraps(scored)(lambda *given: again.append(1) or scored(*given))
    )
    run = over_files(folder, resume=True)
    assert find_groups(rows, TOPIC, run=run, folder=folder) == expected
    assert len(again) == len(rows) // 20 - 7


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_whose_worker_is_killed_finds_the_same_groups(tmp_path, monkeypatch, dask):
    """Spec 07 test 32: the worker is killed while it scores sentences."""
    monkeypatch.setattr(room, "BATCH", 5)
    rows = many_records()
    expected = find_groups(rows, TOPIC)
    before = []

    def kill(pid):
        work = tmp_path / "score-sentences" / "out" / "work"
        for _ in range(6000):
            done = len([path for path in work.glob("map-*") if "." not in path.name])
            if done >= 5:
                before.append(done)
                break
            time.sleep(0.005)
        os.kill(pid, signal.SIGKILL)

    settings = {"threads_per_worker": 1, "dashboard_address": None}
    with (
        dask.LocalCluster(n_workers=2, processes=True, **settings) as cluster,
        dask.Client(cluster) as client,
    ):
        worker = next(iter(cluster.workers.values()))
        first = worker.pid
        os.kill(first, signal.SIGSTOP)  # what it is given waits, so that no end comes before
        killer = threading.Thread(target=kill, args=(first,))
        killer.start()
        run = over_files(tmp_path, client=client)
        assert find_groups(rows, TOPIC, run=run, folder=tmp_path) == expected
        killer.join()
        assert 5 <= before[0] < len(rows) // 5, "it is not killed amid the work"
        assert worker.pid != first


def test_the_page_escapes_and_needs_no_network(news):
    hostile = Group(
        "<i>",
        ("<i>", "x"),
        ("<script>alert(1)</script>", "\u202eb & c"),
        "<i>",
        {"<i>": 1.0, "x": 0.4},
    )
    made = "".join(page([*news, hostile]))
    assert "<script" not in made
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in made
    assert "http" not in made.replace("http-equiv", "")
    assert "cannot be true together with" in made
    assert "adds: on Thursday" in made
    assert "Sentences that are alone: 1" in made
    assert "reads the same as a4" in made
    assert made.count('class="pair group"') == 3


def test_a_group_of_plain_data_is_drawn_without_relations():
    group = replace(find_groups(records(), TOPIC)[0], relations={})
    assert "4 sentences, 1 read the same" in "".join(page([group]))
