"""Pairs as people bring them: tickets, product texts, captions, passages of an encyclopedia."""

EVERYDAY = (
    # tickets
    (
        'The app crashes when I tap "Save" on the settings screen.',
        'Since the last update the app crashes on my phone (Android 14) when I tap "Save".',
    ),
    (
        "Login fails with error 503 after the password was changed.",
        "After I changed my password, login fails on every browser.",
    ),
    (
        "The invoice PDF shows the wrong address.",
        "The invoice shows an old address, but the order page shows the new one.",
    ),
    (
        "I can't export the report to Excel – the button is greyed out.",
        "The export button is greyed out for users without an admin role.",
    ),
    (
        "Please add an option to mute notifications at night.",
        "Please add an hourly option to mute notifications.",
    ),
    (
        "The server was unavailable between 2:00 and 2:30 a.m. on Sunday.",
        "The EU server was unavailable on Sunday because a disk had failed.",
    ),
    # products
    (
        "The lamp has an adjustable arm and a dimmer.",
        "The lamp, which is made of brass, has a dimmer.",
    ),
    (
        "This waterproof jacket (unisex) has two inside pockets.",
        "This jacket has a hood and two inside pockets with zips.",
    ),
    (
        'The 12" tablet comes with a charger.',
        "The tablet comes with an 18 W charger and a one-year warranty.",
    ),
    (
        "The kettle boils a litre of water in under three minutes.",
        "The electric kettle boils water quickly and switches itself off.",
    ),
    (
        "The headphones last up to 30 hours on a single charge.",
        "The wireless headphones last for 30 hours.",
    ),
    ("The bag is available in red, green and blue.", "The leather bag is available in red."),
    # captions
    ("A man in a blue shirt is playing the guitar", "An old man is playing a guitar on the street"),
    ("Two dogs run through the snow.", "Two brown dogs run through the snow after an orange ball."),
    ("a child is jumping on a bed", "a girl is jumping on an unmade bed"),
    ("People are waiting at a bus stop in the rain.", "People with umbrellas are waiting."),
    ("A woman is slicing an onion.", "A woman in an apron is slicing a red onion in a kitchen."),
    # passages
    (
        "Marie Curie (1867–1934) was a physicist and chemist who conducted research on "
        "radioactivity.",
        "Marie Curie, born in Warsaw, was the first woman to win a Nobel Prize.",
    ),
    (
        "The Danube is the second-longest river in Europe, after the Volga in Russia.",
        "The Danube flows through ten countries and empties into the Black Sea.",
    ),
    (
        'The term "robot" was introduced by the Czech writer Karel Čapek in 1920.',
        'The term "robot", coined by Josef Čapek, was introduced to the public in the play R.U.R.',
    ),
    (
        "Photosynthesis is a process by which plants convert light energy into chemical energy.",
        "Photosynthesis, a process used by plants and algae, converts light energy.",
    ),
    (
        "The Eiffel Tower was completed in 1889 and is 330 metres tall.",
        "The Eiffel Tower, named after the engineer Gustave Eiffel, was completed in March 1889.",
    ),
    (
        "Insulin is a hormone that regulates the level of sugar in the blood.",
        "Insulin, an important hormone, is produced in the pancreas (in its beta cells).",
    ),
    (
        "It rained for an hour. The match was called off.",
        "The match was called off after an hour of rain.",
    ),
)
