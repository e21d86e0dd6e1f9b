"""Pairs that may never be merged, each with the reason that the fuser gives.

Of the first three lists both sides cannot be true, of the last one they can, and still no one
sentence says both.
"""

NUMBERS = [
    ("conflict:number", "Paul, 30, lives in Ohio.", "Paul, 32, lives in Ohio."),
    (
        "conflict:number",
        "Three people were killed in the crash.",
        "Five people were killed in the crash.",
    ),
    ("conflict:number", "The tower is 120 metres high.", "The tower is 210 metres high."),
    ("conflict:number", "The company employs 400 workers.", "The company employs 4,000 workers."),
    ("conflict:number", "The film lasts two hours.", "The film lasts three hours."),
    ("conflict:number", "The rent is $900 a month.", "The rent is $900 a week."),
    ("conflict:number", "We ship 900 boxes a month.", "We ship 900 boxes per week."),
    ("conflict:number", "The shop sells 30 bikes weekly.", "The shop sells 30 bikes daily."),
    ("conflict:number", "The ticket costs ten dollars.", "The ticket costs twelve dollars."),
    ("conflict:number", "Unemployment fell to 5 percent.", "Unemployment fell to 7 percent."),
    ("conflict:number", "The team scored four goals.", "The team scored two goals."),
    ("conflict:number", "The village has 800 inhabitants.", "The village has 1,200 inhabitants."),
    ("conflict:number", "She has two brothers.", "She has three brothers."),
    ("conflict:date", "The bridge was built in 1932.", "The bridge was built in 1952."),
    ("conflict:date", "The meeting takes place on Monday.", "The meeting takes place on Friday."),
    ("conflict:number", "The battery lasts for ten hours.", "The battery lasts for six hours."),
    ("conflict:date", "He was born on 4 May 1970.", "He was born on 6 May 1970."),
    (
        "conflict:number",
        "The plant produces 50 tons of steel a day.",
        "The plant produces 80 tons of steel a day.",
    ),
]
NAMES = [
    (
        "conflict:name",
        "Paris is the capital of the country.",
        "Rome is the capital of the country.",
    ),
    ("conflict:name", "Smith won the race.", "Miller won the race."),
    ("conflict:name", "Google bought the startup.", "Microsoft bought the startup."),
    (
        "conflict:name",
        "The film was directed by Fritz Lang.",
        "The film was directed by Jean Renoir.",
    ),
    ("conflict:name", "The plane landed in Madrid.", "The plane landed in Lisbon."),
    ("conflict:name", "Anna married Peter.", "Anna married Thomas."),
    ("conflict:name", "The minister met Angela Merkel.", "The minister met Emmanuel Macron."),
    (
        "conflict:name",
        "The conference takes place in Berlin.",
        "The conference takes place in Vienna.",
    ),
    (
        "conflict:name",
        "The novel was written by Jane Austen.",
        "The novel was written by George Eliot.",
    ),
    ("conflict:roles", "Brazil beat Germany.", "Germany beat Brazil."),
    ("conflict:name", "The company is based in Oslo.", "The company is based in Stockholm."),
    ("conflict:roles", "John gave Mary a book.", "Mary gave John a book."),
    ("conflict:name", "Ferrari won the Grand Prix.", "Mercedes won the Grand Prix."),
]
NEGATIONS = [
    ("conflict:negation", "The museum is open on Sundays.", "The museum is not open on Sundays."),
    ("conflict:negation", "The suspect confessed.", "The suspect did not confess."),
    ("conflict:negation", "The drug cures the disease.", "The drug does not cure the disease."),
    (
        "conflict:negation",
        "No one was injured in the fire.",
        "Two people were injured in the fire.",
    ),
    (
        "conflict:negation",
        "The bank will raise interest rates.",
        "The bank will not raise interest rates.",
    ),
    ("conflict:negation", "The phone is waterproof.", "The phone is not waterproof."),
    ("conflict:negation", "The dog is sleeping.", "There is no dog sleeping."),
    ("conflict:negation", "He has never visited Japan.", "He has visited Japan."),
    ("conflict:negation", "The court rejected the appeal.", "The court did not reject the appeal."),
    ("conflict:antonym", "The team won the match.", "The team lost the match."),
    ("conflict:antonym", "The door is open.", "The door is closed."),
    ("conflict:antonym", "Sales rose in March.", "Sales fell in March."),
    ("conflict:antonym", "The water is hot.", "The water is cold."),
    (
        "conflict:negation",
        "The bill was passed by the senate.",
        "The bill was not passed by the senate.",
    ),
    ("conflict:negation", "Nobody survived the crash.", "Three passengers survived the crash."),
    ("conflict:number", "6 Killed in Bomb Attack in Pakistan", "Five dead in Pakistan bomb attack"),
    ("conflict:number", "Seven dead in boat accident", "9 killed in boat accident"),
]
DIFFERENCES = [
    ("differs:negation", "He is a doctor.", "He is not a lawyer."),
    ("differs:negation", "The bag is red.", "The bag is not heavy."),
    ("differs:negation", "A cow is eating grass.", "A cow is not eating hay."),
    ("differs:negation", "The man is not riding a horse by a creek.", "A man is riding a horse."),
    ("differs:negation", "The girl is sitting on the couch.", "There is no girl on the beach."),
    ("differs:negation", "A cat is crawling under a chair.", "There is no cat on the roof."),
    ("differs:negation", "No man sings loudly.", "A man sings."),
    (
        "differs:name",
        "The conference takes place in London.",
        "The conference takes place in England.",
    ),
    ("differs:name", "The minister met the German envoy.", "The minister met the Spanish envoy."),
    ("differs:name", "British troops entered the town.", "Chinese troops entered the town."),
    ("differs:name", "He was arrested in Lyon.", "He was arrested in France."),
    ("differs:name", "The actor plays Hamlet.", "The actor plays Othello."),
    ("conflict:number", "The train left at 9:15.", "The train left at 9:40."),
    ("differs:antonym", "A man is playing the guitar.", "A woman is playing the guitar."),
    ("differs:antonym", "A girl is tapping her nails.", "A boy is tapping his nails."),
]
CONFLICTS = NUMBERS + NAMES + NEGATIONS + DIFFERENCES
