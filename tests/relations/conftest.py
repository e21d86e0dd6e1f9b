"""Composition is tested by itself here, without the judge that has the last word on it."""

import pytest


@pytest.fixture(scope="session")
def nlp(composing):
    return composing
