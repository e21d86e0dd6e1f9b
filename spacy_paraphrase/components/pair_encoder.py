"""The component that runs an encoder over both sides of a pair, for later components."""

from __future__ import annotations

from collections.abc import Iterable

import srsly
from spacy.language import Language
from spacy.tokens import Doc

from ..analysis.sentence import sentences
from ..lexicon.merged import merged_dates
from ..ml.encoder import PairEncoder
from ..pairs.pair import sides
from ..pairs.results import write_encoder_output
from .base import PairPipe, StoredAsBytes


class PairEncoderPipe(PairPipe, StoredAsBytes):
    """Store the output of a pair encoder (`ml.encoder`); put this before the aligner.

    The output is stored in `doc.spans["pair_reading"]`. A Doc that holds no pair stays unchanged.

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        path: Folder of an encoder of your own, stored with the pipeline; None for the weights of
            the package.

    Raises:
        ParaphraseError: P350, P351 or P355 if the encoder cannot be loaded: at once for that of the
            package, on first use for an encoder of your own. When called, P001 or P005 for a
            damaged pair.

    Example:
        >>> from spacy_paraphrase import load
        >>> load(tier="accurate").pipe_names[:2]  # doctest: +SKIP
        ['sentence_pair', 'pair_encoder']
    """

    file = "encoder"

    def __init__(
        self, nlp: Language, name: str = "pair_encoder", *, path: str | None = None
    ) -> None:
        super().__init__(nlp, name)
        self.path = path
        # The folder may be gone where a saved pipeline is loaded: `from_bytes` brings its files.
        self._encoder = PairEncoder() if path is None else None

    @property
    def encoder(self) -> PairEncoder:
        """The encoder, which can also score pairs of units by its own output."""
        if self._encoder is None:
            self._encoder = PairEncoder(self.path)
        return self._encoder

    def annotate(self, doc: Doc) -> Doc:
        """Write `doc.spans["pair_reading"]`."""
        words = tuple([token.text for token in side] for side in sides(doc))
        for runs in merged_dates(*sentences(doc)):
            # A date in figures that is one word is read in the words of the other side.
            for k in (0, 1):
                if len(runs[k]) == 1:
                    words[k][runs[k][0]] = " ".join(words[1 - k][t] for t in runs[1 - k])
        write_encoder_output(doc, self.encoder.read(*words))
        return doc

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the files of an encoder of your own; that of the package is not stored."""
        return bytes(srsly.msgpack_dumps({"files": self.encoder.files}))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> PairEncoderPipe:
        """Take over what `to_bytes` gave."""
        self._encoder = PairEncoder(srsly.msgpack_loads(data)["files"])
        return self
