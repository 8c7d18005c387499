"""What became of a prompt: the tokens of each block, and what was left out of it and why. Values only."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BlockTokens:
    """How many tokens one block of a prompt takes."""

    block: str
    tokens: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """`count` of the `of` things of a block that are not told, or not whole, and the reason."""

    block: str
    count: int
    of: int
    reason: str


@dataclass(frozen=True, slots=True)
class ContextRecord:
    """One turn's prompt in figures.

    `defence` is the strongest one that it took: none, slimmed, compressed, hard-cut or emergency. `summary_by` names
    who wrote the summary, if there is one: a model, or rules; `summary_problem` says why the model did not.
    """

    window: int
    trigger: int
    blocks: tuple[BlockTokens, ...]
    left_out: tuple[LeftOut, ...] = ()
    defence: str = "none"
    summary_by: str = ""
    summary_problem: str = ""

    @property
    def tokens(self) -> int:
        """Return the tokens of the whole prompt."""
        return sum(block.tokens for block in self.blocks)
