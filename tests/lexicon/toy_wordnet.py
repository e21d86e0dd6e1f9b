"""A wordnet made by hand, as a WN-LMF resource."""

from typing import Any

# synset: (part of speech, words in the order of the synset, hypernyms)
SYNSETS: dict[str, tuple[str, list[str], list[str]]] = {
    "n01": ("n", ["entity"], []),
    "n02": ("n", ["object"], ["n01"]),
    "n03": ("n", ["organism"], ["n02"]),
    "n04": ("n", ["animal", "beast"], ["n03"]),
    "n05": ("n", ["pet"], ["n04"]),
    "n06": ("n", ["carnivore"], ["n04"]),
    "n07": ("n", ["canine"], ["n06"]),
    "n08": ("n", ["feline"], ["n06"]),
    "n09": ("n", ["dog", "domestic dog"], ["n07", "n05"]),
    "n10": ("n", ["cat"], ["n08", "n05"]),
    "n11": ("n", ["wolf"], ["n07"]),
    "n12": ("n", ["person"], ["n03"]),
    "n13": ("n", ["dog", "cad"], ["n12"]),
    "n14": ("n", ["leader"], ["n12"]),
    "n15": ("n", ["artifact"], ["n02"]),
    "n16": ("n", ["scanner", "CAT"], ["n15"]),
    "n17": ("n", ["state", "country"], ["n02"]),
    "n18": ("n", ["United States", "US"], ["n17"]),
    "n19": ("n", ["Pakistan"], ["n17"]),
    "n20": ("n", ["savings bank"], ["n15"]),
    "n21": ("n", ["invasion"], ["n01"]),
    "n22": ("n", ["purchase"], ["n01"]),
    "v01": ("v", ["change"], []),
    "v02": ("v", ["cut back", "reduce"], ["v01"]),
    "v03": ("v", ["slash"], ["v02"]),
    "v04": ("v", ["increase"], ["v01"]),
    "v05": ("v", ["invade"], []),
    "v06": ("v", ["buy", "purchase"], []),
    "v07": ("v", ["make ends meet"], []),
    "a01": ("a", ["hot"], []),
    "a02": ("a", ["cold"], []),
    "a03": ("s", ["torrid"], []),
    "a04": ("a", ["Pakistani"], []),
    "r01": ("r", ["rapidly", "fast"], []),
}
INSTANCES = {"n18", "n19"}  # their hypernyms are instance hypernyms
SIMILAR = {"a03": ["a01"], "a01": ["a03"]}
SENSE_RELATIONS = {
    ("hot", "a01"): [("antonym", "cold", "a02")],
    ("cold", "a02"): [("antonym", "hot", "a01")],
    ("reduce", "v02"): [("antonym", "increase", "v04")],  # one way only, as if forgotten
    ("invasion", "n21"): [("derivation", "invade", "v05")],
    ("purchase", "n22"): [("derivation", "purchase", "v06")],
    ("Pakistani", "a04"): [("pertainym", "Pakistan", "n19")],
}
COUNTS = {"dog": 8.0, "cat": 6.0, "wolf": 1.0, "animal": 4.0, "leader": 2.0, "reduce": 3.0}


def toy_resource() -> dict[str, Any]:
    """The wordnet in the form that `wn.add_lexical_resource` takes."""
    entries: dict[tuple[str, str], dict[str, Any]] = {}
    for synset, (pos, words, _) in SYNSETS.items():
        for word in words:
            letter = "a" if pos == "s" else pos
            entry = entries.setdefault(
                (word, letter),
                {
                    "id": f"toy-{word}-{letter}",
                    "lemma": {"writtenForm": word, "partOfSpeech": letter},
                    "senses": [],
                },
            )
            relations = [
                {"relType": name, "target": f"toy-{target}-{target_synset}"}
                for name, target, target_synset in SENSE_RELATIONS.get((word, synset), [])
            ]
            sense = {"id": f"toy-{word}-{synset}", "synset": f"toy-{synset}"}
            entry["senses"].append({**sense, "relations": relations})
    synsets = []
    for synset, (pos, _, hypernyms) in SYNSETS.items():
        name = "instance_hypernym" if synset in INSTANCES else "hypernym"
        relations = [{"relType": name, "target": f"toy-{hypernym}"} for hypernym in hypernyms]
        relations += [{"relType": "similar", "target": f"toy-{s}"} for s in SIMILAR.get(synset, [])]
        synsets.append(
            {"id": f"toy-{synset}", "ili": "", "partOfSpeech": pos, "relations": relations}
        )
    return {
        "lmf_version": "1.4",
        "lexicons": [
            {
                "id": "toy",
                "label": "Toy",
                "language": "en",
                "email": "",
                "license": "CC0",
                "version": "1",
                "entries": list(entries.values()),
                "synsets": synsets,
            }
        ],
    }
