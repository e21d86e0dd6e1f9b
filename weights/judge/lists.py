"""Words that the changes go by, each list with what is said of its words."""

from __future__ import annotations

from weights.encoder.wording import listed

REWORDED = {
    "lawyer": ("attorney",), "attorney": ("lawyer",), "lawyers": ("attorneys",),
    "attorneys": ("lawyers",), "plane": ("airplane",), "airplane": ("plane",),
    "doctor": ("physician",), "car": ("automobile",), "kids": ("children",),
    "demonstrated": ("showed",), "showed": ("demonstrated",), "constructed": ("built",),
    "built": ("constructed",), "located": ("situated",), "situated": ("located",),
    "founded": ("established",), "established": ("founded",), "finished": ("completed",),
    "completed": ("finished",), "died": ("passed away",), "allows": ("permits",),
    "permits": ("allows",), "allowed": ("permitted",), "permitted": ("allowed",),
    "occurred": ("took place",), "happened": ("occurred",), "chosen": ("selected",),
    "selected": ("chosen",), "famous": ("well-known", "renowned"), "renowned": ("famous",),
    "difficult": ("hard",), "error": ("mistake",), "errors": ("mistakes",),
    "mistake": ("error",), "mistakes": ("errors",), "shop": ("store",), "shops": ("stores",),
    "store": ("shop",), "stores": ("shops",), "assistance": ("help",), "enormous": ("huge",),
    "primary": ("main",), "main": ("principal",), "principal": ("main",), "salary": ("pay",),
    "spouse": ("husband or wife",), "whole": ("entire",), "authored": ("wrote",),
    "acquired": ("obtained",), "destroyed": ("wrecked",), "displays": ("shows",),
    "assisted": ("helped",), "gained": ("obtained",), "earned": ("gained",),
    "utilized": ("used",), "utilizes": ("uses",), "employed": ("hired",),
    "comprises": ("consists of",),
    "remained": ("stayed",), "retained": ("kept",), "kept": ("retained",), "wealthy": ("rich",),
    "rich": ("wealthy",), "elderly": ("old",), "additional": ("further",), "crucial": ("vital",),
    "commonly": ("frequently",), "rarely": ("seldom",), "seldom": ("rarely",),
    "additionally": ("in addition",), "gathered": ("collected",), "collected": ("gathered",),
    "halted": ("stopped",), "stopped": ("halted",), "evening": (), "aged": (), "injured": ("hurt",),
    "roles": ("parts",), "attempts": ("tries",), "seeks": ("tries to get",), "sought": (),

    "although": ("though", "even though"), "though": ("although",), "despite": ("in spite of",),
    "because": ("since",), "whereas": ("while",), "during": ("in the course of",),
    "concerning": ("about",), "regarding": ("about",), "beneath": ("under",), "till": ("until",),
    "near": ("close to",), "beside": ("next to",), "via": ("by way of",), "upon": ("on",),
    "amid": ("in the midst of",), "toward": ("towards",), "towards": ("toward",),
    "besides": ("in addition to",), "nearly": ("almost",),
    "almost": ("nearly",), "approximately": ("about", "roughly"), "roughly": ("approximately",),
    "often": ("frequently",), "frequently": ("often",), "begin": ("start",), "started": ("began",),
    "began": ("started",), "begins": ("starts",), "starts": ("begins",),
    "however": ("nevertheless",),
    "such": (), "several": ("a number of",), "many": ("a large number of",), "big": ("large",),
    "huge": ("enormous",), "entire": ("whole",), "primarily": ("mainly",), "mainly": ("primarily",),
    "mostly": ("for the most part",), "currently": ("at present",), "initially": ("at first",),
    "prior": (), "subsequently": ("afterwards",),
    "immediately": ("at once",), "rapidly": ("quickly",), "quickly": ("rapidly",),
    "perhaps": ("maybe",), "maybe": ("perhaps",), "purchased": ("bought",),
    "bought": ("purchased",),
    "attempted": ("tried",), "tried": ("attempted",), "obtained": ("got",), "requires": ("needs",),
    "require": ("need",), "needs": ("requires",), "resides": ("lives",), "children": ("kids",),
    "film": ("movie",), "movie": ("film",), "films": ("movies",), "movies": ("films",),
    "autumn": ("fall",), "physician": ("doctor",), "automobile": ("car",),
    "assist": ("help",), "help": ("assist",), "created": ("made",), "annually": ("every year",),
    "yearly": ("annual",), "throughout": ("all through",), "commenced": ("began",),
    "residents": ("inhabitants",), "inhabitants": ("residents",), "enough": (),
    "ended": ("finished",),
}  # fmt: skip


GENERAL = {
    "dog": "animal", "cat": "animal", "horse": "animal", "bird": "animal", "cow": "animal",
    "salmon": "fish", "trout": "fish", "eagle": "bird", "owl": "bird", "duck": "bird",
    "car": "vehicle", "truck": "vehicle", "bus": "vehicle", "motorcycle": "vehicle",
    "airplane": "aircraft", "helicopter": "aircraft", "jet": "aircraft",
    "man": "person", "woman": "person", "girl": "child", "boy": "child", "daughter": "child",
    "son": "child", "brother": "sibling", "sister": "sibling", "mother": "parent",
    "father": "parent", "wife": "spouse", "husband": "spouse", "king": "monarch",
    "queen": "monarch", "novelist": "writer", "poet": "writer", "playwright": "writer",
    "physicist": "scientist", "chemist": "scientist", "biologist": "scientist",
    "astronomer": "scientist", "painter": "artist", "sculptor": "artist", "violin": "instrument",
    "guitar": "instrument", "piano": "instrument", "trumpet": "instrument", "apple": "fruit",
    "banana": "fruit", "oak": "tree", "pine": "tree", "novel": "book", "biography": "book",
    "memoir": "book", "church": "building", "castle": "building", "hotel": "building",
    "palace": "building", "village": "settlement", "town": "settlement", "murder": "crime",
    "robbery": "crime", "theft": "crime", "gold": "metal", "iron": "metal", "copper": "metal",
    "silver": "metal", "tennis": "sport", "hockey": "sport", "cricket": "sport", "golf": "sport",
    "wine": "drink", "beer": "drink", "bread": "food", "cheese": "food", "rice": "food",
    "actress": "actor", "lawyer": "professional", "nurse": "professional", "singer": "performer",
    "actor": "performer", "dancer": "performer", "comedian": "performer", "teacher": "person",
    "doctor": "person", "student": "person", "player": "person", "soldier": "person",
    "resident": "person", "worker": "person", "politician": "person", "engineer": "person",
    "lake": "body of water", "river": "body of water", "ocean": "body of water",
    "sofa": "piece of furniture", "chair": "piece of furniture", "rifle": "weapon",
    "sword": "weapon", "gun": "weapon", "knife": "tool", "hammer": "tool", "shirt": "garment",
    "dress": "garment", "jacket": "garment", "uncle": "relative", "aunt": "relative",
    "cousin": "relative", "grandfather": "relative", "grandmother": "relative",
    "ferry": "ship", "frigate": "ship", "destroyer": "ship", "battle": "fight",
    "cancer": "disease", "malaria": "disease", "pneumonia": "disease", "professor": "teacher",
    "album": "recording", "film": "work", "song": "piece of music", "spring": "season",
    "summer": "season", "winter": "season", "Wednesday": "weekday", "earthquake": "disaster",
    "flood": "disaster", "hurricane": "storm", "typhoon": "storm", "tornado": "storm",
}  # fmt: skip


# Words of which one excludes the others.
SISTERS = tuple(map(listed, (
    "dog cat horse cow pig sheep goat", "car truck bus train bicycle motorcycle ship",
    "king emperor duke pope", "novelist poet playwright journalist", "violin guitar piano trumpet",
    "physicist chemist biologist astronomer historian", "painter sculptor architect photographer",
    "singer dancer comedian actor drummer guitarist bassist pianist", "tennis hockey cricket golf",
    "football baseball basketball rugby", "church castle hotel hospital museum prison school",
    "village city", "murder robbery fraud arson", "gold iron copper silver lead zinc",
    "wine beer coffee tea milk", "bread cheese rice fish meat",
    "lawyer nurse teacher engineer farmer",
    "doctor lawyer soldier priest sailor", "lake river mountain desert island forest valley",
    "sofa chair table bed", "rifle sword bomb knife", "shirt hat jacket shoe",
    "brother sister cousin", "mother father", "son daughter", "wife sister", "husband brother",
    "uncle aunt", "spring summer autumn winter", "novel film play poem song album",
    "morning evening",
    "director producer screenwriter composer editor", "president secretary treasurer",
    "coach player referee", "goalkeeper defender striker midfielder", "bishop monk nun",
    "army navy police", "airport station harbour", "earthquake flood fire storm",
    "bridge tunnel tower", "arm leg head hand foot", "eye ear nose mouth",
    "heart liver lung kidney",
    "north south east west", "northern southern eastern western",
    "red blue green yellow black white",
    "wooden metal plastic", "French German Italian", "male female", "left right", "rural urban",
    "mathematics physics law medicine philosophy history", "plant animal", "bird fish insect snake",
    "day week month", "hour minute", "million billion", "feet miles", "monthly weekly daily annual",
    "cotton wool silk", "oil gas coal", "oak pine", "bank factory farm shop", "win lose",
    "found close", "buy sell", "direct produce", "praise criticize", "increase decrease",
    "arrive depart", "open close", "borrow lend", "rise fall", "accept reject", "attack defend",
    "build destroy", "hire fire", "employ dismiss", "love hate", "import export", "enter leave",
    "gain lose", "support oppose", "remember forget", "allow forbid", "expand reduce",
    "strengthen weaken", "encourage discourage", "include exclude", "appoint dismiss",
    "release record", "publish translate", "born killed", "first second third fourth",
    "student teacher", "winner loser", "victory defeat", "success failure", "friend enemy",
    "birth death", "beginning end", "top bottom", "majority minority", "profit loss",
    "breakfast dinner lunch", "kitchen bedroom bathroom", "letter book report speech",
)))  # fmt: skip


# Phrases of several words, and what says the same.
PHRASES = (
    (("in", "order", "to"), "to"), (("such", "as"), "like"), (("prior", "to"), "before"),
    (("due", "to"), "because of"), (("because", "of"), "due to"), (("more", "than"), "over"),
    (("over",), "more than"), (("a", "number", "of"), "several"), (("is", "able", "to"), "can"),
    (("are", "able", "to"), "can"), (("was", "able", "to"), "could"),
    (("were", "able", "to"), "could"), (("the", "united", "states"), "the US"),
    (("the", "united", "kingdom"), "the UK"), (("in", "spite", "of"), "despite"),
    (("in", "addition", "to"), "besides"), (("a", "lot", "of"), "lots of"),
    (("a", "variety", "of"), "various"), (("close", "to"), "near"), (("as", "a", "result", "of"),
    "because of"), (("at", "the", "age", "of"), "aged"), (("the", "majority", "of"), "most of"),
    (("took", "part", "in"), "participated in"), (("participated", "in"), "took part in"),
    (("consists", "of"), "is made up of"), (("consist", "of"), "are made up of"),
    (("for", "example"), "for instance"), (("for", "instance"), "for example"),
    (("as", "well"), "too"), (("at", "first"), "initially"), (("once", "again"), "again"),
    (("take", "part", "in"), "participate in"), (("even", "though"), "although"),
)  # fmt: skip
PREPOSITIONS = {
    "before": "after", "after": "before", "with": "without", "inside": "outside",
    "outside": "inside", "above": "below", "below": "above", "under": "above", "over": "under",
    "for": "against", "against": "for", "from": "to", "into": "out of", "despite": "because of",
    "during": "after", "until": "after", "since": "until", "behind": "in front of",
    "near": "far from", "without": "with", "through": "around", "onto": "off", "like": "unlike",
    "unlike": "like", "within": "outside", "beneath": "above", "up": "down", "down": "up",
    "along": "across", "between": "beyond", "among": "without", "in": "outside", "on": "under",
    "following": "before", "throughout": "outside", "beside": "behind", "off": "on",
}  # fmt: skip


CONNECTIVES = {
    "before": "after", "after": "before", "because": "although", "although": "because",
    "though": "because", "until": "after", "while": "before", "unless": "if", "since": "until",
}  # fmt: skip


STRONGER = {
    "some": ("all", "most"), "many": ("all", "most", "few"), "several": ("all", "many"),
    "few": ("many", "most"), "most": ("all", "few"), "numerous": ("all", "few"),
}  # fmt: skip


WEAKER = {
    "all": ("some", "many"), "most": ("some", "many"), "many": ("some",), "several": ("some",),
    "numerous": ("some", "several"),
}  # fmt: skip


CONVERSE = {
    # verb: preposition of the party, converse verb, its preposition; "" for an object.
    "sell": ("to", "buy", "from"), "buy": ("from", "sell", "to"), "purchase": ("from", "sell",
    "to"),
    "give": ("to", "receive", "from"), "award": ("to", "receive", "from"),
    "receive": ("from", "give", "to"), "lend": ("to", "borrow", "from"),
    "borrow": ("from", "lend", "to"), "send": ("to", "receive", "from"),
    "acquire": ("from", "sell", "to"), "rent": ("from", "let", "to"),
    "inherit": ("from", "leave", "to"), "offer": ("", "", ""),
}  # fmt: skip


PLAIN_CONVERSE = {
    "precede": "follow", "beat": "lose to", "defeat": "lose to", "own": "belong to",
    "employ": "work for",
}  # fmt: skip

# Verbs that are written as they are before a contracted "not".
CONTRACTING = frozenset(listed("do does did is are was were has have had would could should"))
