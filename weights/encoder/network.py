"""The pair encoder as it is trained, and its teacher: both sentences are read as one sequence.

The encoder is a MiniLM (Wang and others 2020, "MiniLM: Deep self-attention distillation", NeurIPS)
as all-MiniLM-L6-v2 has it, over fewer word pieces; its teacher an MPNet (Song and others 2020,
"MPNet: Masked and permuted pre-training", NeurIPS) as all-mpnet-base-v2 has it, twice as wide and
as deep, over the same pieces. Both have one head for each task; what the heads compute is said in
`spacy_paraphrase.ml.encoder`, which computes the same without torch.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import torch
from torch import Tensor, nn
from torch.nn import functional

# Numbers of a state: of the encoder, and of its teacher.
WIDTH, TEACHER_WIDTH = 384, 768
HEADS = 12
PLACES = 512
# Distances of two pieces that an MPNet tells apart: half of them in each direction, half of these
# exactly, the rest by their logarithm as far as the last number.
DISTANCES, FARTHEST = 32, 128
JUDGE, ALIGN, UNIT, UNIT_HIDDEN, SINGLE = 256, 128, 64, 64, 128
# Logits of a judgement, and of the relation of two units, each with a similarity at the end.
JUDGEMENTS, RELATIONS = 7, 6


@dataclass
class Batch:
    """Sequences of word pieces; shape (batch, pieces) each.

    Attributes:
        ids: Pieces, padded with 0.
        sides: 0 for the first side, 1 for the second.
        mask: Which pieces are there.
    """

    ids: Tensor
    sides: Tensor
    mask: Tensor


class Layer(nn.Module):
    """One layer of a BERT."""

    def __init__(self, width: int, dropout: float, eps: float) -> None:
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm = nn.LayerNorm(width, eps=eps)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.last_norm = nn.LayerNorm(width, eps=eps)
        self.dropout = dropout

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return the states behind the layer, shape (batch, pieces, width)."""
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        mask = mask if mask.dtype == torch.bool else mask.to(q.dtype)
        seen = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        seen = self.out(seen.transpose(1, 2).reshape(batch, length, width))
        x = self.norm(x + functional.dropout(seen, self.dropout, self.training))
        more = self.down(functional.gelu(self.up(x)))
        return self.last_norm(x + functional.dropout(more, self.dropout, self.training))


class PairNetwork(nn.Module):
    """Transformer and heads.

    Args:
        pieces: Size of the vocabulary.
        layers: Number of layers.
        dropout: Share that is left out in training.
        width: Numbers of a state; with `TEACHER_WIDTH` it is an MPNet.
    """

    def __init__(
        self, pieces: int, layers: int = 6, dropout: float = 0.1, width: int = WIDTH
    ) -> None:
        super().__init__()
        eps = 1e-12 if width == WIDTH else 1e-5
        self.words = nn.Embedding(pieces, width)
        self.words.weight.requires_grad = False  # seldom seen pieces would drift apart
        self.places, self.sides = nn.Embedding(PLACES, width), nn.Embedding(2, width)
        self.distances = nn.Embedding(DISTANCES, HEADS) if width != WIDTH else None
        self.norm = nn.LayerNorm(width, eps=eps)
        self.layers = nn.ModuleList(Layer(width, dropout, eps) for _ in range(layers))
        self.dropout = dropout
        self.judge_hidden = nn.Linear(3 * width, JUDGE)
        self.judge_out = nn.Linear(JUDGE, JUDGEMENTS)
        self.align = nn.Linear(width, ALIGN)
        self.align_null = nn.Parameter(torch.zeros(()))
        self.align_scale = nn.Parameter(torch.ones(()))
        self.unit_project = nn.Linear(width, UNIT)
        self.unit_hidden = nn.Linear(4 * UNIT, UNIT_HIDDEN)
        self.unit_out = nn.Linear(UNIT_HIDDEN, RELATIONS)
        self.support_hidden, self.support_out = nn.Linear(width, SINGLE), nn.Linear(SINGLE, 1)
        self.gap_hidden, self.gap_out = nn.Linear(2 * width, SINGLE), nn.Linear(SINGLE, 1)
        self.accept_hidden, self.accept_out = nn.Linear(2 * width, SINGLE), nn.Linear(SINGLE, 1)
        nn.init.orthogonal_(self.align.weight)
        nn.init.zeros_(self.align.bias)

    def heads(self) -> list[nn.Parameter]:
        """Return the parameters that no base model has."""
        names = ("judge", "align", "unit", "support", "gap", "accept")
        return [p for name, p in self.named_parameters() if name.startswith(names)]

    def trunk(self) -> list[nn.Parameter]:
        """Return the parameters of the transformer that are trained."""
        heads = {id(p) for p in self.heads()}
        return [p for p in self.parameters() if p.requires_grad and id(p) not in heads]

    def forward(self, batch: Batch) -> Tensor:
        """Return the states of the pieces, shape (batch, pieces, width)."""
        places = torch.arange(batch.ids.shape[1], device=batch.ids.device)
        x = self.words(batch.ids) + self.places(places)[None] + self.sides(batch.sides)
        x = functional.dropout(self.norm(x), self.dropout / 2, self.training)
        mask = batch.mask[:, None, None, :]
        if self.distances is not None:
            near = self.distances(distances(places)).permute(2, 0, 1)[None]
            mask = near.masked_fill(~mask, -1e4)
        for layer in self.layers:
            x = layer(x, mask)
        return x

    def judge(self, states: Tensor, batch: Batch, means: Tensor) -> Tensor:
        """Return the logits of judgements (batch, 7).

        Args:
            states: Those of the pieces.
            batch: What was read.
            means: Weights of the pieces in the mean of each side, (batch, 2, pieces).
        """
        sides = means @ states
        pooled = torch.cat([states[:, 0], sides[:, 0], sides[:, 1]], -1)
        hidden = functional.dropout(
            torch.tanh(self.judge_hidden(pooled)), self.dropout, self.training
        )
        return self.judge_out(hidden)

    def alignment(self, source: Tensor, target: Tensor) -> Tensor:
        """Return the scores of word pairs, (…, n, m); `align_null` is that of no partner."""
        scores = self.align(source) @ self.align(target).mT
        return scores * (self.align_scale / sqrt(ALIGN))

    def relate(self, source: Tensor, target: Tensor) -> Tensor:
        """Return the logits of unit pairs (k, 6), of the means of their words (k, width) each."""
        u, v = self.unit_project(source), self.unit_project(target)
        z = torch.cat([u, v, (u - v).abs(), u * v], -1)
        z = functional.dropout(z, self.dropout, self.training)
        return self.unit_out(torch.tanh(self.unit_hidden(z)))

    def support(self, words: Tensor) -> Tensor:
        """Return the logit that the other side supports each word, (…, width) to (…,)."""
        return self.support_out(torch.tanh(self.support_hidden(words)))[..., 0]

    def gaps(self, states: Tensor) -> Tensor:
        """Return the logit of the gap before each piece, (batch, pieces)."""
        before = functional.pad(states, (0, 0, 1, 0))[:, :-1]
        return self.gap_out(torch.tanh(self.gap_hidden(torch.cat([before, states], -1))))[..., 0]

    def accept(self, states: Tensor, batch: Batch) -> Tensor:
        """Return the logit of a good sentence, (batch,)."""
        mask = batch.mask[..., None].to(states.dtype)
        mean = (states * mask).sum(1) / mask.sum(1)
        return self.accept_out(torch.tanh(self.accept_hidden(torch.cat([states[:, 0], mean], -1))))[
            :, 0
        ]


def distances(places: Tensor) -> Tensor:
    """Return the number of the distance of every two places, as an MPNet has it, (n, n)."""
    behind = places[None] - places[:, None]
    half, exact = DISTANCES // 2, DISTANCES // 4
    far = behind.abs().clamp(min=1)
    rough = exact + (torch.log(far / exact) / log(FARTHEST / exact) * (half - exact)).long()
    number = torch.where(behind.abs() < exact, behind.abs(), rough.clamp(max=half - 1))
    return number + half * (behind > 0)


def load_base(
    weights: dict[str, Tensor], kept: list[int], layers: int = 0, dropout: float = 0.1
) -> PairNetwork:
    """Return a network with the weights of a base model, a BERT or an MPNet.

    Args:
        weights: Those of its model.safetensors.
        kept: Which pieces to take over.
        layers: How many layers; fewer than the base has are taken at even distances, last included;
            0 for all.
        dropout: See `PairNetwork`.
    """
    (first,) = [name for name in weights if name.endswith("word_embeddings.weight")]
    root = first.removesuffix("embeddings.word_embeddings.weight")
    there = 1 + max(
        int(name.split("layer.")[1].split(".")[0]) for name in weights if "layer." in name
    )
    layers = layers or there
    network = PairNetwork(len(kept), layers, dropout, weights[first].shape[1])
    of_mpnet = network.distances is not None
    parts = ("attn.q", "attn.k", "attn.v") if of_mpnet else ("self.query", "self.key", "self.value")
    out = ("attn.o", "LayerNorm") if of_mpnet else ("output.dense", "output.LayerNorm")

    def copy(module: nn.Module, name: str) -> None:
        for key in ("weight", "bias"):
            if f"{root}{name}.{key}" in weights:
                getattr(module, key).data.copy_(weights[f"{root}{name}.{key}"])

    network.words.weight.data.copy_(weights[first][kept])
    # The first two places of an MPNet are none.
    places = weights[f"{root}embeddings.position_embeddings.weight"][-PLACES:]
    network.places.weight.data.copy_(places)
    if network.distances is not None:
        nn.init.zeros_(network.sides.weight)
        copy(network.distances, "encoder.relative_attention_bias")
    else:
        copy(network.sides, "embeddings.token_type_embeddings")
    copy(network.norm, "embeddings.LayerNorm")
    for k, layer in enumerate(network.layers):
        at = f"encoder.layer.{(k + 1) * there // layers - 1}."
        for key in ("weight", "bias"):
            each = [weights[f"{root}{at}attention.{part}.{key}"] for part in parts]
            getattr(layer.qkv, key).data.copy_(torch.cat(each))
        copy(layer.out, f"{at}attention.{out[0]}")
        copy(layer.norm, f"{at}attention.{out[1]}")
        copy(layer.up, f"{at}intermediate.dense")
        copy(layer.down, f"{at}output.dense")
        copy(layer.last_norm, f"{at}output.LayerNorm")
    return network
