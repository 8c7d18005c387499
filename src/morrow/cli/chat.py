"""`morrow chat`: talks to an agent, line by line or one message; under each reply stands the memory it was told."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass

import click

from morrow.chat.errors import TurnFailed
from morrow.chat.events import ContentDelta, Done, Event, Failed, Session, ToolCallStarted, Turn
from morrow.cli.opened import with_memory
from morrow.cli.output import print_json, print_text
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.i18n import msgid, translate
from morrow.memory import Memory
from morrow.recall.hits import Hit

_MOST_SHOWN = 5
_MOST_CHARACTERS = 100
_LONE = re.compile(r"/\w+")  # a mistyped /off must not be taken for something said
_KNOWN = "/off /on /new /quit"


@command(
    "chat",
    help=msgid(
        "Talk to the agent: MESSAGE alone, or line by line. /off puts the conversation off the record, /on back on it, "
        "/new begins another one, /quit ends. Without a model the answer is made of remembered lines."
    ),
)
@click.argument("message", required=False)
@click.option("--conversation", metavar="NAME", help=msgid("Go on with this conversation, or give a new one a name."))
@click.option("--off", is_flag=True, help=msgid("Off the record: nothing is recalled, and nothing learnt."))
@with_told
def chat(told: Told, message: str | None, conversation: str | None, off: bool) -> int | None:
    """Talk."""

    async def work(memory: Memory) -> None:
        await memory.tick()  # what is due runs before and after, never between a message and its reply
        talk = _Talk(told, memory, conversation, "off" if off else None)
        if message is not None:
            await talk.say(sys.stdin.read() if message == "-" else message)
            return
        async for line in _lines(told):
            if not await talk.take(line):
                break
        await memory.tick()

    return with_memory(told, work)


@dataclass(slots=True)
class _Talk:
    """One conversation at the command line; `memory_mode` is set with the next message."""

    told: Told
    memory: Memory
    conversation: str | None
    memory_mode: str | None

    async def take(self, line: str) -> bool:
        """Carry out one line, and return whether to go on."""
        words = line.strip()
        match words.casefold():
            case "":
                return True
            case "/quit" | "/exit":
                return False
            case "/new":
                self.conversation = None
            case "/off" | "/on" as switch:
                self.memory_mode = "off" if switch == "/off" else "full"
                text = (
                    translate("Off the record: nothing is recalled, and nothing learnt.", self.told.lang)
                    if switch == "/off"
                    else translate("On the record again; what was said meanwhile stays unlearnt.", self.told.lang)
                )
                print_text(text)
            case lone if _LONE.fullmatch(lone):
                text = translate(
                    "{word}: no such command, and not sent; there are {known}", self.told.lang, word=words, known=_KNOWN
                )
                click.echo(text, err=True)
            case _:
                await self._say_and_go_on(words)
        return True

    async def _say_and_go_on(self, words: str) -> None:
        try:
            await self.say(words)
        except TurnFailed as error:
            self.conversation = error.conversation
            click.echo(f"morrow: {error}", err=True)

    async def say(self, words: str) -> None:
        """Say something, and print the reply as it comes. Raises TurnFailed if there is none."""
        agent = self.memory.agent(self.told.agent)
        turn_id = ""
        stream = agent.chat_stream(
            words, owner=self.told.owner, conversation=self.conversation, memory=self.memory_mode
        )
        try:
            async for event in stream:
                if isinstance(event, Session):
                    turn_id, self.conversation, self.memory_mode = event.turn, event.conversation, None
                self._show(event)
        except asyncio.CancelledError:
            if turn_id:
                await agent.turns.stop(turn_id, owner=self.told.owner)
            raise

    def _show(self, event: Event) -> None:
        match event:
            case Failed(turn, error):
                raise TurnFailed(str(error), turn=turn.id, conversation=turn.conversation) from error
            case Done(turn) if self.told.as_json:
                _print_document(turn)
            case _ if self.told.as_json:
                return
            case ContentDelta(text):
                print_text(text, newline=False)
            case ToolCallStarted(_, name, _) if not self.told.is_quiet:
                click.echo(f"\n[{name}]", err=True)
            case Done(turn):
                print_text("")
                self._show_recalled(turn)

    def _show_recalled(self, turn: Turn) -> None:
        if not turn.recalled or self.told.is_quiet or turn.engine == "rules":
            return
        print_text(translate("  Memory used:", self.told.lang))
        for hit in turn.recalled[:_MOST_SHOWN]:
            print_text(f"  - {_short(hit)}")


def _short(hit: Hit) -> str:
    words = " ".join(hit.text.split())
    words = words if len(words) <= _MOST_CHARACTERS else f"{words[: _MOST_CHARACTERS - 1]}…"
    where = hit.document or hit.speaker or hit.kind
    return f"{words} ({where}{'' if hit.line is None else f':{hit.line}'})"


def _print_document(turn: Turn) -> None:
    from morrow.api.chat_shapes import ReplyOut  # noqa: PLC0415 - half a second that only this pays

    print_json(ReplyOut.of(turn).model_dump(mode="json", by_alias=True))


async def _lines(told: Told) -> AsyncIterator[str]:
    """Yield what is typed, line by line, until the end."""
    is_terminal = sys.stdin.isatty()
    while True:
        if is_terminal and not told.as_json:
            click.echo("> ", nl=False, err=True)
        line = await asyncio.to_thread(sys.stdin.readline)
        if not line:
            return
        yield line
