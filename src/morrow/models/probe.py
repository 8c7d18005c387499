"""Asks a configured model for a word, to see whether it answers at all. Only when somebody wants to know."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from morrow.models.chat import Message
from morrow.models.config import ModelConfig, open_model
from morrow.models.errors import ModelError

PATIENCE_SECONDS = 15.0
MOST_TOKENS = 16  # one would do, but some servers refuse so few
_QUESTION = "Answer with the word: yes"


@dataclass(frozen=True, slots=True)
class Answering:
    """The model answers, under the name that its server gives it."""

    model: str


@dataclass(frozen=True, slots=True)
class Silent:
    """The model does not answer; `reason` says why, and the mend where one is known."""

    reason: str


async def probe(config: ModelConfig, environ: Mapping[str, str], *, seconds: float = PATIENCE_SECONDS) -> "Probed":
    """Return whether the model answers within `seconds`. It is asked once, through the same guard as any call."""
    try:
        model = open_model(replace(config, max_retries=0), environ)
    except ModelError as error:
        return Silent(str(error))
    try:
        reply = await model.complete([Message.user(_QUESTION)], max_tokens=MOST_TOKENS, deadline_seconds=seconds)
    except ModelError as error:
        return Silent(str(error))
    finally:
        await model.aclose()
    return Answering(reply.model or config.model)


Probed = Answering | Silent
