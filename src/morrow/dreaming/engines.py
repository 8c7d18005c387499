"""Chooses who writes a dream: the rules, or a model if one is configured. Asks it; a model that fails is named."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from morrow.dreaming.archive import DiaryNight
from morrow.dreaming.contract import Material, Question, ask_about
from morrow.dreaming.report import Engine, Usage
from morrow.dreaming.retelling import Retold, retell
from morrow.models.answers import DREAM_SCHEMA, DreamAnswer, Reason, Unreadable, read_dream
from morrow.models.chat import ChatModel
from morrow.models.config import Models, Task
from morrow.models.questions import Cost, Failed, ask, name_of
from morrow.models.usage import Payer, paid_by
from morrow.owners import Bucket
from morrow.settings import Settings
from morrow.usage.metered import prices_of

PAID_AS = "dream"
DEADLINE_SECONDS = 300  # twice that, and the commit, lie well within the lease of a run


@dataclass(frozen=True, slots=True)
class Draft:
    """What a model proposes MEMORY.md to say, unchecked; `content` is None where it leaves it as it is."""

    content: str | None
    reason: str
    question: Question
    model: str
    usage: Usage


@dataclass(frozen=True, slots=True)
class NoDraft:
    """Why a model gave none, what asking took, and until when a dream waits, if that is known."""

    reason: str
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Engines:
    """The rules, and the models there are; `missing` says why a configured model could not be opened."""

    settings: Settings
    models: Models = field(default_factory=Models)
    missing: str = ""

    @property
    def engine(self) -> Engine:
        """Return who is to write: it is set so, or a model is configured and nothing else is set."""
        wanted = self.settings.memory.engine.dream
        has_one = self.model is not None or bool(self.missing)
        return Engine.MODEL if wanted == "model" or (wanted == "auto" and has_one) else Engine.RULES

    @property
    def model(self) -> ChatModel | None:
        """Return the model that dreams, if there is one."""
        return self.models.serving(Task.DREAM)

    @property
    def rules_stand_in(self) -> bool:
        """Whether the rules write while the model fails; else the dream waits."""
        return self.settings.memory.engine.fallback == "rules"

    async def draft(self, material: Material, bucket: Bucket) -> Draft | NoDraft:
        """Return what the model makes of a night of `bucket`, or why it could not. No transaction may be open."""
        if self.model is None:
            return NoDraft(self.missing or "no model is configured; set models.dream or models.chat")
        question = ask_about(material, max_input_tokens=self.model.max_input_tokens)
        answered = await ask(
            paid_by(self.model, Payer(bucket.agent, bucket.owner, PAID_AS)),
            question.messages,
            read_answer,
            schema=DREAM_SCHEMA,
            max_tokens=question.max_tokens,
            deadline_seconds=DEADLINE_SECONDS,
        )
        name = name_of(self.model)
        if isinstance(answered, Failed):
            return NoDraft(answered.reason, name, self.usage(answered.cost), answered.until)
        answer = _without(question.boundary, answered.answer)
        return Draft(answer.memory_content, answer.reason, question, name, self.usage(answered.cost))

    async def retell(self, nights: Sequence[DiaryNight], bucket: Bucket) -> Retold:
        """Return what the model says of old nights of `bucket`; nothing of those of which it says nothing usable."""
        if self.model is None:
            return Retold()
        return await retell(paid_by(self.model, Payer(bucket.agent, bucket.owner, PAID_AS)), nights)

    def usage(self, cost: Cost) -> Usage:
        """Return what asking took; the price only where it is set, in dollars."""
        model = self.model
        prices = prices_of(self.settings.models, model.provider, model.model) if model is not None else None
        price = prices.of(cost.prompt_tokens, cost.completion_tokens) if prices and prices.currency == "USD" else 0.0
        return Usage(cost.calls, cost.prompt_tokens, cost.completion_tokens, price)


def read_answer(text: str | None, truncated: bool) -> DreamAnswer | Unreadable:
    """Return the answer; one that announces a change and brings no text is none."""
    answer = read_dream(text, truncated)
    if isinstance(answer, DreamAnswer) and answer.should_update and answer.is_nothing:
        return Unreadable(Reason.DOES_NOT_FIT, "should_update is true, but memory_content is empty")
    return answer


def _without(boundary: str, answer: DreamAnswer) -> DreamAnswer:
    """Return the answer without the random word around the material: what is written does not depend on it."""
    content = answer.memory_content and answer.memory_content.replace(boundary, "data")
    return replace(answer, memory_content=content, reason=answer.reason.replace(boundary, "data"))
