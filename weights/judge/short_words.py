"""The words of short pairs: things and their kinds, what is done to them, where and when."""

from __future__ import annotations

from typing import NamedTuple

# Kinds, and members of each.
PEOPLE = {
    "musician": ("violinist", "pianist", "drummer", "cellist"),
    "athlete": ("swimmer", "boxer", "gymnast", "runner"),
    "doctor": ("surgeon", "dentist", "paediatrician"),
    "craftsman": ("plumber", "welder", "bricklayer", "carpenter"),
    "child": ("boy", "girl", "toddler"),
    "scientist": ("chemist", "biologist", "physicist"),
    "artist": ("painter", "sculptor"),
    "relative": ("aunt", "cousin", "nephew"),
    "official": ("minister", "governor", "inspector"),
    "teacher": ("professor", "tutor"),
}
ANIMALS = {
    "dog": ("poodle", "terrier", "spaniel", "beagle"),
    "bird": ("robin", "sparrow", "owl", "crow"),
    "cat": ("kitten", "tabby"),
    "horse": ("pony", "stallion"),
    "insect": ("bee", "beetle", "wasp"),
}
THINGS = {
    "fruit": ("apple", "pear", "plum", "banana"),
    "vegetable": ("carrot", "onion", "cabbage"),
    "vehicle": ("truck", "van", "bus", "tractor"),
    "instrument": ("guitar", "flute", "trumpet", "banjo"),
    "flower": ("rose", "tulip", "daisy", "lily"),
    "tree": ("oak", "pine", "willow", "birch"),
    "tool": ("hammer", "saw", "chisel", "spanner"),
    "garment": ("coat", "scarf", "jacket", "sweater"),
    "boat": ("ferry", "canoe", "yacht", "barge"),
    "weapon": ("rifle", "dagger", "sword"),
    "building": ("church", "barn", "hotel", "library"),
    "book": ("novel", "dictionary", "atlas", "cookbook"),
    "device": ("tablet", "printer", "scanner", "router"),
    "jewel": ("ruby", "emerald", "diamond"),
    "container": ("box", "bottle", "basket", "jar"),
}
KINDS = PEOPLE | ANIMALS | THINGS
PLURALS = {
    **{"craftsman": "craftsmen", "child": "children", "box": "boxes", "bus": "buses"},
    **{"fruit": "pieces of fruit", "library": "libraries", "dictionary": "dictionaries"},
    **{"atlas": "atlases", "daisy": "daisies", "lily": "lilies", "ferry": "ferries"},
    **{"ruby": "rubies", "tabby": "tabbies", "pony": "ponies", "church": "churches"},
}
SINGULARS = {"fruit": "piece of fruit"}


class Verb(NamedTuple):
    """The forms of a verb."""

    base: str
    third: str
    past: str
    participle: str
    progressive: str


def _verb(forms: str) -> Verb:
    return Verb(*forms.split("/"))


# What is done, by whom, to what.
SCENES = [
    (_verb(forms), who, what)
    for forms, who, what in (
        ("eat/eats/ate/eaten/eating", PEOPLE | ANIMALS, ("fruit", "vegetable")),
        ("buy/buys/bought/bought/buying", PEOPLE, tuple(THINGS)),
        ("sell/sells/sold/sold/selling", PEOPLE, tuple(THINGS)),
        (
            "steal/steals/stole/stolen/stealing",
            PEOPLE,
            ("vehicle", "boat", "jewel", "tool", "book"),
        ),
        ("find/finds/found/found/finding", PEOPLE, tuple(THINGS)),
        ("repair/repairs/repaired/repaired/repairing", PEOPLE, ("vehicle", "boat", "device")),
        ("paint/paints/painted/painted/painting", PEOPLE, ("flower", "tree", "building", "boat")),
        ("carry/carries/carried/carried/carrying", PEOPLE, ("tool", "weapon", "container")),
        ("wear/wears/wore/worn/wearing", PEOPLE, ("garment",)),
        ("drive/drives/drove/driven/driving", PEOPLE, ("vehicle",)),
        ("read/reads/read/read/reading", PEOPLE, ("book",)),
        ("photograph/photographs/photographed/photographed/photographing", PEOPLE, tuple(KINDS)),
        ("plant/plants/planted/planted/planting", PEOPLE, ("tree", "flower")),
        ("chase/chases/chased/chased/chasing", ANIMALS, ("bird", "cat", "insect", "child")),
        ("watch/watches/watched/watched/watching", PEOPLE | ANIMALS, tuple(PEOPLE | ANIMALS)),
        ("break/breaks/broke/broken/breaking", PEOPLE, ("device", "container", "instrument")),
        ("play/plays/played/played/playing", PEOPLE, ("instrument",)),
        ("rent/rents/rented/rented/renting", PEOPLE, ("vehicle", "boat", "building")),
        ("hide/hides/hid/hidden/hiding", PEOPLE, ("weapon", "jewel", "book", "container")),
        ("clean/cleans/cleaned/cleaned/cleaning", PEOPLE, ("vehicle", "tool", "building")),
    )
]
# What someone does, and what that is more generally.
ACTS = [
    (_verb(one), _verb(more))
    for one, more in (
        ("stroll/strolls/strolled/strolled/strolling", "walk/walks/walked/walked/walking"),
        ("sprint/sprints/sprinted/sprinted/sprinting", "run/runs/ran/run/running"),
        ("whisper/whispers/whispered/whispered/whispering", "speak/speaks/spoke/spoken/speaking"),
        ("sob/sobs/sobbed/sobbed/sobbing", "cry/cries/cried/cried/crying"),
        ("giggle/giggles/giggled/giggled/giggling", "laugh/laughs/laughed/laughed/laughing"),
        ("jog/jogs/jogged/jogged/jogging", "run/runs/ran/run/running"),
        ("dance/dances/danced/danced/dancing", "move/moves/moved/moved/moving"),
        ("doze/dozes/dozed/dozed/dozing", "sleep/sleeps/slept/slept/sleeping"),
    )
]
PLAIN_ACTS = [
    _verb(forms)
    for forms in (
        "sing/sings/sang/sung/singing",
        "swim/swims/swam/swum/swimming",
        "wait/waits/waited/waited/waiting",
        "smile/smiles/smiled/smiled/smiling",
        "arrive/arrives/arrived/arrived/arriving",
        "leave/leaves/left/left/leaving",
        "complain/complains/complained/complained/complaining",
        "work/works/worked/worked/working",
        "eat/eats/ate/eaten/eating",
        "rest/rests/rested/rested/resting",
    )
]
ADJECTIVES = ("big", "small", "old", "new", "red", "green", "heavy", "cheap", "expensive", "broken")
OF_PEOPLE = ("old", "young", "tall", "tired", "famous", "rich", "shy", "friendly", "foreign")
OF_ANIMALS = ("big", "small", "old", "young", "brown", "hungry", "noisy")
MANNERS = ("loudly", "quietly", "slowly", "quickly", "carefully", "happily", "again", "together")
PLACES = (
    *("in the garden", "near the station", "at the market", "in the kitchen", "behind the school"),
    *("in the park", "on the beach", "in front of the museum", "by the river", "in Geneva"),
)
TIMES = (
    *("on Monday", "in May", "last week", "at noon", "this morning", "in 2012", "on Sunday"),
    *("in the evening", "after lunch", "yesterday"),
)
NAMES = (
    *("Lena", "Omar", "Ruth", "Pavel", "Mina", "Carlos", "Hana", "Tom", "Ines", "Victor", "Zoe"),
    *("Mr Adeyemi", "Mrs Lund", "Dr Kimura", "Paula", "Jonas", "Amir", "Greta", "Bruno"),
)
TOWNS = ("Porto", "Leeds", "Graz", "Turin", "Utrecht", "Oslo", "Bergen", "Lyon", "Gdansk", "Cork")
FIRMS = ("Northwind", "the bank", "the airline", "the bakery", "Halden Foods", "the museum")
NUMBERS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
)
# What happens to things and events: participle, base, noun with what it is of.
EVENTS = (
    *(("cancelled", "cancel", "cancellation"), ("postponed", "postpone", "postponement")),
    *(("approved", "approve", "approval"), ("announced", "announce", "announcement")),
    *(("destroyed", "destroy", "destruction"), ("removed", "remove", "removal")),
    *(("repaired", "repair", "repair"), ("delayed", "delay", "delay")),
    *(("rejected", "reject", "rejection"), ("closed", "close", "closure")),
    *(("discovered", "discover", "discovery"), ("restored", "restore", "restoration")),
)
OCCASIONS = (
    *("the concert", "the meeting", "the flight", "the exhibition", "the trial", "the match"),
    *("the road", "the bridge", "the plan", "the app", "the statue", "the archive", "the order"),
)
# Decisions that are against each other.
VERDICTS = (
    *(("approves", "rejects"), ("accepts", "refuses"), ("backs", "opposes")),
    *(("confirms", "overturns"), ("allows", "bans"), ("passes", "throws out")),
    *(("opens", "closes"), ("raises", "lowers"), ("grants", "denies"), ("expands", "cuts")),
    *(("wins", "loses"), ("extends", "shortens"), ("supports", "votes against")),
)
BODIES = (
    *("the senate", "the council", "the court", "the board", "the union", "the ministry"),
    *("parliament", "the club", "the committee"),
)
MATTERS = (
    *("the tunnel", "the budget", "the licence", "the pension reform", "the new stadium"),
    *("the appeal of the owner", "the rent cap", "the merger", "the night train", "the petition"),
)


def article(phrase: str) -> str:
    """Return a phrase with "a" or "an"."""
    an = phrase[0] in "aeiou" and not phrase.startswith(("uni", "use", "eu"))
    return f"{'an' if an else 'a'} {phrase}"


def plural(noun: str) -> str:
    """Return the plural of a noun of these lists."""
    if noun in PLURALS:
        return PLURALS[noun]
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def singular(noun: str) -> str:
    """Return a noun as it stands after "a"."""
    return SINGULARS.get(noun, noun)
