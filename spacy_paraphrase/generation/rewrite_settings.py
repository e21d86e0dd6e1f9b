"""All settings of rewriting, with checks of their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, get_args

from spacy.tokens import Span

from ..checked import SettingCheck, is_number
from ..lexicon.index import LexicalIndex
from .checks.guards import DEFAULT_GUARDS
from .deletion import CLASSES, Subtrees
from .edit_features import PRESETS, Preset, check_weights, preset
from .lattices.language_model import LanguageModel
from .lattices.lattice import UNITS, Guard, Source, Unit, check_known

Search: TypeAlias = Literal["auto", "shortest", "viterbi", "budget", "beam", "ilp"]
SEARCHES: tuple[Search, ...] = get_args(Search)
Select: TypeAlias = Literal["best", "most_different", "diverse"]
SELECTS: tuple[Select, ...] = get_args(Select)
TIGHTEN_THEN_COMPRESS = "tighten+compress"


@dataclass(frozen=True)
class Settings:
    """The settings of rewriting; see `rewrite`."""

    preset: str = "tighten"
    max_chars: int | None = None
    max_ratio: float | None = None
    min_ratio: float | None = None
    n_best: int = 1
    sources: tuple[Source, ...] = ()
    lm: LanguageModel | None = None
    weights: Mapping[str, float] | None = None
    guards: tuple[str | Guard, ...] = DEFAULT_GUARDS
    deletion: tuple[str, ...] | None = None
    search: Search = "auto"
    select: Select = "best"
    allow_identity: bool = True
    unit: Unit = "char"
    reserve: int = 0
    least: float | None = None
    scorer: Callable[[Span, Any], float] | None = None
    lexicon: LexicalIndex | None = None
    subtrees: Subtrees | None = None
    own: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        check_known("search", self.search, SEARCHES)
        check_known("selection", self.select, SELECTS)
        check_known("unit", self.unit, UNITS)
        check_known("preset", self.preset, (*PRESETS, TIGHTEN_THEN_COMPRESS))
        for name in self.deletion or ():
            check_known("class of deletions", name, (*CLASSES, "tokens"))
        check_weights(self.weights or {})
        self._check_limits()

    def _check_limits(self) -> None:
        check = SettingCheck("P801")
        if self.max_chars is not None:
            check.whole("max_chars", self.max_chars)
        check.whole("n_best", self.n_best)
        check.whole("reserve", self.reserve, 0)
        for name in ("max_ratio", "min_ratio"):
            value = getattr(self, name)
            share = value is None or (is_number(value) and 0 < value <= 1)
            check.sound(name, value, share, "a number above 0, up to 1")
        if self.least is not None:
            check.share("least", self.least)
        ordered = (self.min_ratio or 0) <= (self.max_ratio or 1)
        check.sound("min_ratio", self.min_ratio, ordered, "at most max_ratio")

    @property
    def goal(self) -> Preset:
        """The preset, with the settings that override it."""
        first, _, then = self.preset.partition("+")
        goal = preset(then or first)
        weights = {**goal.weights, **(self.weights or {})}
        limited = self.max_chars is not None or self.max_ratio is not None
        return replace(
            goal,
            weights=weights,
            least=goal.least if self.least is None else self.least,
            deletion=goal.deletion if self.deletion is None else tuple(self.deletion),
            max_ratio=self.max_ratio if limited else goal.max_ratio,
            min_ratio=self.min_ratio if limited or self.min_ratio else goal.min_ratio,
        )
