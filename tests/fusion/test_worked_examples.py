"""The examples of Marsi and Krahmer 2005 and of Krahmer, Marsi and van Pelt 2008."""

RSI = (
    "RSI can be caused by repeating the same sequence of movements many times an hour or day.",
    "RSI is generally caused by a mixture of poor ergonomics, stress and poor posture.",
)
PTSD = (
    "Posttraumatic stress disorder (PTSD) is a psychological disorder which is classified as an "
    "anxiety disorder in the DSM-IV.",
    "Posttraumatic stress disorder (abbrev. PTSD) is a psychological disorder caused by a mental "
    "trauma (also called psychotrauma) that can develop after exposure to a terrifying event.",
)


def test_union_of_causes(fuse):
    # The paper has both causes; here what may be is not put beside what is.
    union = fuse(*RSI)["union"]
    assert (union.text, union.reason) == ("", "too_little")


def test_union_of_definitions(fuse):
    # The paper puts in the relative clause; either side alone leaves out too much.
    union = fuse(*PTSD)["union"]
    assert (union.text, union.reason) == ("", "unsure")


def test_intersection_of_definitions(fuse):
    # The paper: "Posttraumatic stress disorder (PTSD) is a psychological disorder."
    assert fuse(*PTSD)["intersection"].text == "PTSD is a psychological disorder."


def test_a_question_narrows_both(fuse):
    plain, asked = fuse(*PTSD), fuse(*PTSD, question="What is PTSD?")
    assert asked["intersection"].text == "PTSD is a psychological disorder."
    assert len(asked["intersection"].text) <= len(plain["intersection"].text)
