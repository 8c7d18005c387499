"""Routes of conversations: list and read them, take them back, say what memory may do in one; the next prompt."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from morrow.api.caller import Asking, KnownAgent
from morrow.api.chat_shapes import ConversationOut, ConversationsOut, MemoryIn, PreviewOut, RewindIn, TakenBackOut
from morrow.api.rights import needs
from morrow.api.shapes import MAX_QUESTION, MessagesOut
from morrow.conversations.listing import MOST_LISTED
from morrow.roster.roles import Act

router = APIRouter(tags=["chat"])
_ConversationId = Annotated[str, Path(alias="conversationId", description="Its id, or the name you gave it")]
_PREFIX = "/agents/{agentId}/conversations"


@router.get(_PREFIX, summary="List your conversations", openapi_extra=needs(Act.OWN_MEMORY))
async def list_conversations(
    agent: KnownAgent,
    asking: Asking,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
    after: Annotated[str | None, Query(description="`next` of the page before", max_length=200)] = None,
) -> ConversationsOut:
    """Return a page of them, the newest first; in a group, the group's."""
    owner = asking.group or asking.owner
    return ConversationsOut.of(await agent.conversations.list(owner=owner, limit=limit, after=after))


@router.get(_PREFIX + "/{conversationId}", summary="Read about one conversation", openapi_extra=needs(Act.OWN_MEMORY))
async def get_conversation(conversation: _ConversationId, agent: KnownAgent, asking: Asking) -> ConversationOut:
    """Return one conversation without its messages; another owner's is not found."""
    found = await agent.conversations.get(conversation, owner=asking.group or asking.owner)
    return ConversationOut.model_validate(found)


@router.get(
    _PREFIX + "/{conversationId}/messages",
    summary="Read one of your conversations",
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def read_messages(conversation: _ConversationId, agent: KnownAgent, asking: Asking) -> MessagesOut:
    """Return the messages in order; another owner's conversation is not found."""
    return MessagesOut.of(await agent.messages(conversation, owner=asking.group or asking.owner))


@router.delete(_PREFIX + "/{conversationId}", summary="Delete a conversation", openapi_extra=needs(Act.OWN_MEMORY))
async def delete_conversation(conversation: _ConversationId, agent: KnownAgent, asking: Asking) -> TakenBackOut:
    """Delete it with its messages, their index and its summaries. What was learnt from it stays, with its quotes."""
    gone = await agent.conversations.delete(conversation, owner=asking.group or asking.owner)
    return TakenBackOut(messages=gone)


@router.post(
    _PREFIX + "/{conversationId}/rewind", summary="Take a conversation back", openapi_extra=needs(Act.OWN_MEMORY)
)
async def rewind(conversation: _ConversationId, wanted: RewindIn, agent: KnownAgent, asking: Asking) -> TakenBackOut:
    """Take back all that follows a message; it is never learnt. With `keep: false` the message goes too."""
    owner = asking.group or asking.owner
    gone = await agent.conversations.rewind(conversation, wanted.message_id, owner=owner, keeps_it=wanted.keep)
    return TakenBackOut(messages=gone)


@router.put(
    _PREFIX + "/{conversationId}/memory",
    summary="Say what memory may do in a conversation",
    openapi_extra=needs(Act.OWN_MEMORY),
)
async def set_memory(
    conversation: _ConversationId, wanted: MemoryIn, agent: KnownAgent, asking: Asking
) -> ConversationOut:
    """Put a conversation off the record, or back on it; what was said meanwhile stays unlearnt."""
    owner = asking.group or asking.owner
    return ConversationOut.model_validate(
        await agent.conversations.set_memory(conversation, wanted.memory, owner=owner)
    )


@router.get("/memory/{agentId}/context", summary="The prompt of the next turn", openapi_extra=needs(Act.OWN_MEMORY))
async def context(
    message: Annotated[str, Query(description="What would be said", max_length=MAX_QUESTION, examples=["Which port?"])],
    agent: KnownAgent,
    asking: Asking,
    conversation: Annotated[
        str | None, Query(alias="conversationId", description="The conversation in which it would be said")
    ] = None,
) -> PreviewOut:
    """Return every message of it, the tokens of each block, what is left out and why. Asks no model, writes nothing."""
    found = await agent.context(message, owner=asking.owner, conversation=conversation, group=asking.group)
    return PreviewOut.of(found)
