from morrow import Memory, Owner
from morrow.documents.names import MEMORY
from morrow.testing import Clock

CREW = Owner.group("slack", "crew")
ADA, BO = Owner.user("ada"), Owner.user("bo")


async def _say(memory: Memory, text: str, said_by: Owner, reply: str | None = None) -> None:
    await memory.agent().record(text, reply, owner=CREW, said_by=said_by, conversation="crew")


async def _memory_of(memory: Memory, owner: Owner) -> str:
    documents = await memory.agent().documents.list(owner=owner)
    own = [document for document in documents if document.name == MEMORY and not document.bucket.is_shared]
    return own[0].text if own else ""


async def test_one_persons_advice_to_another_is_no_ask(home: str) -> None:
    async with Memory.open(home, clock=Clock("2026-03-02T12:00:00+00:00")) as memory:
        await _say(memory, "Remember that staying positive is very important.", ADA)
        await _say(memory, "Don't forget to take breaks when you need them!", BO)
        await memory.idle()

        assert await _memory_of(memory, ADA) == ""
        assert await _memory_of(memory, BO) == ""


async def test_in_a_group_with_the_agent_an_ask_is_kept_for_who_asked(home: str) -> None:
    async with Memory.open(home, clock=Clock("2026-03-02T12:00:00+00:00")) as memory:
        await _say(memory, "Please remember that the release is on Thursdays.", ADA, reply="Noted.")
        await memory.idle()

        assert "the release is on Thursdays" in await _memory_of(memory, ADA)
        assert await _memory_of(memory, BO) == ""
