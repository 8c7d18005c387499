"""`morrow context`: shows the exact prompt of the next turn, block by block. Asks no model and writes nothing."""

import click

from morrow.chat.preview import Preview
from morrow.cli.opened import with_memory
from morrow.cli.output import print_json, print_table, print_text
from morrow.cli.shell import command
from morrow.cli.told import Told, with_told
from morrow.context.record import ContextRecord
from morrow.i18n import msgid, translate
from morrow.memory import Memory


@command(
    "context",
    help=msgid("Show the prompt that MESSAGE would send: every block, its tokens, what is left out and why."),
)
@click.argument("message")
@click.option("--conversation", metavar="NAME", help=msgid("The conversation in which it would be said."))
@click.option("--figures", is_flag=True, help=msgid("Only the tokens of each block, without the text."))
@with_told
def context(told: Told, message: str, conversation: str | None, figures: bool) -> int | None:
    """Show the next prompt."""

    async def work(memory: Memory) -> None:
        await memory.tick()
        found = await memory.agent(told.agent).context(message, owner=told.owner, conversation=conversation)
        if told.as_json:
            _print_document(found)
            return
        if not figures:
            for one in found.messages:
                print_text(f"=== {one.role} · {one.tokens} ===\n{one.text}\n")
        _print_figures(told, found.record)

    return with_memory(told, work)


def _print_figures(told: Told, record: ContextRecord) -> None:
    heads = (translate("block", told.lang), translate("tokens", told.lang))
    rows = [(block.block, block.tokens) for block in record.blocks if block.tokens]
    print_table(heads, [*rows, (translate("together", told.lang), record.tokens)])
    for left in record.left_out:
        text = translate(
            "Left out of {block}: {count} of {of} ({reason})", told.lang, block=left.block, count=left.count,
            of=left.of, reason=left.reason,
        )  # fmt: skip
        print_text(text)


def _print_document(found: Preview) -> None:
    from morrow.api.chat_shapes import PreviewOut  # noqa: PLC0415 - half a second that only this pays

    print_json(PreviewOut.of(found).model_dump(mode="json", by_alias=True))
