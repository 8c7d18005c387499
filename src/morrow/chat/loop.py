"""A turn's talk with its model: fit the prompt, ask, call tools, ask again, until there is a reply. Saves nothing."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from morrow.chat.events import MemoryWritten, ToolCallCompleted, ToolCallStarted
from morrow.chat.progress import Progress
from morrow.chat.prompting import Drafted
from morrow.chat.tools import Tools
from morrow.context.fit import Fitted, fit, fit_again
from morrow.context.limits import Limits
from morrow.context.prompt import Placed, Prompt
from morrow.context.summary import Summary
from morrow.context.tokens import TokenCounter
from morrow.models.chat import ChatModel, FinishReason, Message, Reply, ToolCall
from morrow.models.errors import AnswerBroken, ContextTooLong
from morrow.settings.tree import ChatSettings
from morrow.tools.toolbox import Result, Running

# Is given the front of a conversation, the most tokens, and the summary of what came before it.
Summarise = Callable[[Sequence[Placed], int, Summary | None], Awaitable[Summary]]
_NO_MORE = "no more tool calls in this turn; answer with what is known now"


@dataclass(frozen=True, slots=True)
class Talk:
    """Who talks in a turn, and by which rules. With `streams` the reply is told as it comes."""

    model: ChatModel
    tools: Tools
    running: Running
    limits: Limits
    counter: TokenCounter
    summarise: Summarise
    settings: ChatSettings
    streams: bool

    async def reply(self, drafted: Drafted, progress: Progress, *, summary: Summary | None) -> str:
        """Return the text of the model's reply.

        Raises ModelError if there is none, ContextTooSmall if the window is too small for what must be told.
        """
        prompt, left_out = drafted.prompt, drafted.left_out
        by = summary.by if summary else ""
        for step in range(self.settings.max_steps + 2):
            progress.partial = ""
            fitted = await fit(
                prompt,
                self.limits,
                summarise=lambda front, most: self.summarise(front, most, progress.summary or summary),
                counter=self.counter,
                left_out=left_out,
                summary_by=by,
            )
            progress.summary = fitted.summary or progress.summary
            answer, fitted = await self._ask(fitted, progress)
            if not answer.tool_calls:
                return _checked(answer, progress)
            said = await self._call_all(answer, step, progress)
            prompt = replace(fitted.prompt, steps=(*fitted.prompt.steps, *said))
            left_out, by = fitted.record.left_out, fitted.record.summary_by
        raise AnswerBroken(f"{self.model.model} called tools {self.settings.max_steps + 2} times and gave no reply")

    async def _ask(self, fitted: Fitted, progress: Progress) -> tuple[Reply, Fitted]:
        progress.note(fitted.record)
        try:
            return await self._once(fitted.prompt, progress), fitted
        except ContextTooLong:
            shorter = fit_again(fitted, self.limits, counter=self.counter)
            if shorter is None:
                raise
        progress.note(shorter.record)
        return await self._once(shorter.prompt, progress), shorter

    async def _once(self, prompt: Prompt, progress: Progress) -> Reply:
        if not self.streams:
            whole = await self.model.complete(prompt.messages, tools=prompt.tools)
            progress.say(whole.text)
            return whole
        async for delta in self.model.stream(prompt.messages, tools=prompt.tools):
            progress.say(delta.text)
            if delta.reply is not None:
                return delta.reply
        raise AnswerBroken(f"{self.model.model} ended its answer without saying so")

    async def _call_all(self, answer: Reply, step: int, progress: Progress) -> list[Message]:
        """Call the tools in the order in which the model named them: a later one may build on an earlier one."""
        if answer.truncated:
            raise AnswerBroken(f"{self.model.model} broke off in the middle of its tool calls")
        calls = _with_own_ids(answer.tool_calls, step)
        # Both halves are kept together: calls whose results are missing would be refused in the next turn.
        said = [Message.assistant(answer.text, *calls)]
        for call in calls:
            result = await self._call(call, progress, is_allowed=step < self.settings.max_steps)
            said.append(Message.result(call, result.text))
        progress.steps += said
        return said

    async def _call(self, call: ToolCall, progress: Progress, *, is_allowed: bool) -> Result:
        progress.tell(ToolCallStarted(call.id, call.name, call.arguments))
        result = await self._result(call) if is_allowed else _refused(_NO_MORE)
        progress.tell(ToolCallCompleted(call.id, call.name, result.text, result.is_error))
        if result.written:
            progress.written += result.written
            progress.tell(MemoryWritten(result.written))
        return result

    async def _result(self, call: ToolCall) -> Result:
        seconds = self.settings.tool_timeout_seconds
        limit = asyncio.timeout(seconds)
        try:
            async with limit:
                return await self.tools.call(call, self.running)
        except TimeoutError:
            if not limit.expired():
                raise
            return _refused(f"{call.name} gave no answer within {seconds} seconds")


def _refused(message: str) -> Result:
    return Result(json.dumps({"error": True, "message": message}, ensure_ascii=False), is_error=True)


def _checked(answer: Reply, progress: Progress) -> str:
    if answer.truncated and answer.finish_reason is not FinishReason.LENGTH:
        raise AnswerBroken(f"{answer.model} broke off before the end of its answer ({answer.finish_reason})")
    if not answer.text.strip():
        raise AnswerBroken(f"{answer.model} answered nothing")
    progress.is_cut = answer.truncated
    return answer.text


def _with_own_ids(calls: Sequence[ToolCall], step: int) -> tuple[ToolCall, ...]:
    """Return the calls with an id each: a result names its call by it, and some servers give one id twice, or none."""
    ids = [call.id for call in calls]
    if all(ids) and len(set(ids)) == len(ids):
        return tuple(calls)
    return tuple(replace(call, id=f"call_{step}_{number}") for number, call in enumerate(calls))
