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


def test_union_of_definitions(fuse, fuse_leniently):
    # The paper puts in the relative clause; one side alone leaves out too much.
    refused = fuse(*PTSD)["union"]
    assert (refused.text, refused.reason) == ("", "unsure")
    union = fuse_leniently(*PTSD)["union"]
    assert (union.text, union.path) == (PTSD[1], "longer")
    assert [origin.text for origin in union.left_out] == ["classified", "anxiety", "DSM", "IV"]


def test_intersection_of_definitions(fuse):
    # The very sentence of the paper.
    shared = "Posttraumatic stress disorder (PTSD) is a psychological disorder."
    assert fuse(*PTSD)["intersection"].text == shared


def test_a_question_narrows_both(fuse_leniently):
    plain, asked = fuse_leniently(*PTSD), fuse_leniently(*PTSD, question="What is PTSD?")
    assert asked["intersection"].text.endswith("is a psychological disorder.")
    for kind in ("intersection", "union"):
        assert len(asked[kind].text) <= len(plain[kind].text)
