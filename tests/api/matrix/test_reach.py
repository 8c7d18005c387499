"""Every route × whose memory it is: own, another's, another agent's, shared. No byte of an answer is anybody else's."""

from collections.abc import Mapping
from typing import Any

import httpx
from tests.api.matrix.asking import Ask, Route, all_bytes, names_an_owner, reaches_an_agent, send, takes_query
from tests.api.matrix.examples import EXAMPLES
from tests.api.matrix.world import (
    ANA,
    API,
    GROUP_WORD,
    LIN,
    SHARED_WORD,
    SPEAKERS,
    THERE,
    THERE_WORD,
    WORDS,
    Speaker,
    World,
)

from morrow.api.rights import LEAST
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant

Routes = Mapping[Route, Any]
# What an admin does to an owner as a whole; each is in the audit, too.
OWNERS_OWN = {
    ("POST", "/api/v1/owners/erase"),
    ("PUT", "/api/v1/owners/settings"),
    ("PUT", "/api/v1/owners/switches"),
}
_OWN_IDS = ("{conversationId}", "{turnId}", "{reportId}", "{itemId}", "{jobId}")


async def test_no_answer_holds_anybody_elses_word(world: World, routes: Routes) -> None:
    told, found = [], []
    # Everybody asks for what two others have; each answer is searched for the words of all.
    others = [(me, SPEAKERS[(at + step) % len(SPEAKERS)]) for step in (1, 3) for at, me in enumerate(SPEAKERS)]
    for me, them in others:
        headers = await world.token(me.grant)
        for route, operation in routes.items():
            answer = await send(world, route, operation, Ask(headers, me.named, world.ids[them.owner]))
            text = all_bytes(answer).lower()
            told += [(route, me.word, word) for word in WORDS if word != me.word and word in text]
            if any(blank in route[1] for blank in _OWN_IDS):
                wanted = 404 if me.grant.role.covers(Role(operation[LEAST])) else 403
                if answer.status_code != wanted:
                    found.append((route, me.word, them.word, answer.status_code))

    assert told == []
    assert found == []


async def test_everybody_finds_their_own_word_where_it_belongs_and_the_shared_one(world: World, routes: Routes) -> None:
    silent = []
    plan = "/api/v1/agents/default/workspace/files/plan.md"
    for me in SPEAKERS:
        headers = await world.token(me.grant)
        for route, operation in routes.items():
            if EXAMPLES[route].shows:
                answer = await send(world, route, operation, Ask(headers, me.named, world.ids[me.owner]))
                if answer.status_code != 200 or me.word not in answer.text.lower():
                    silent.append((route, me.word, answer.status_code, answer.text[:200]))
        assert SHARED_WORD in (await world.client.get(plan, params=me.named, headers=headers)).text

    assert silent == []


async def test_a_group_is_heard_inside_it_and_by_its_own_channel_only(world: World) -> None:
    async def asks(speaker: Speaker, **chat: str) -> httpx.Response:
        return await world.client.get(
            "/api/v1/memory/default/search",
            params={"q": "what do we sell", **speaker.named, **chat},
            headers=await world.token(speaker.grant),
        )

    assert GROUP_WORD in (await asks(LIN, chatId="oc_1")).text
    for speaker in SPEAKERS:
        assert GROUP_WORD not in (await asks(speaker)).text
        if speaker is not LIN:
            assert GROUP_WORD not in (await asks(speaker, chatId="oc_1")).text


async def test_a_token_of_another_agent_finds_no_agent_here(world: World, routes: Routes) -> None:
    await world.memory.members.set("ana", Role.ROOT)
    headers = await world.token(Grant("ana", Role.ROOT, agent=THERE))
    for route, operation in routes.items():
        answer = await send(world, route, operation, Ask(headers, {}, world.ids[ANA.owner]))

        assert not any(word in answer.text for word in (*WORDS, SHARED_WORD) if word != THERE_WORD), route
        if reaches_an_agent(world, route, operation):
            assert answer.status_code == 404, (route, answer.text)


async def test_a_token_of_another_owner_finds_nobody_here(world: World, routes: Routes) -> None:
    await world.memory.members.set("ben", Role.ROOT)
    headers = await world.token(Grant("ben", Role.ROOT, owner=API.owner.key))
    for route, operation in routes.items():
        answer = await send(world, route, operation, Ask(headers, {"endUserId": "43"}, world.ids[ANA.owner]))

        assert not any(word in answer.text for word in WORDS if word != API.word), route
        if names_an_owner(world, operation):
            assert answer.status_code == 404, (route, answer.text)


async def test_another_owners_memory_is_not_there_but_for_an_admin_and_every_look_is_written_down(
    world: World, routes: Routes
) -> None:
    looked = []
    for role in Role:
        headers = await world.token(Grant(f"ben-{role}", role))
        for route, operation in routes.items():
            if route[0] != "GET" or not names_an_owner(world, operation):
                continue
            named = {"ownerKey": ANA.owner.key}
            answer = await send(world, route, operation, Ask(headers, named, world.ids[ANA.owner]))
            if role.covers(Role.ADMIN):
                looked.append(f"user:ben-{role}")
                assert answer.status_code == 200, (route, answer.text)
                assert ANA.word in answer.text.lower() or not EXAMPLES[route].shows, route
            else:
                assert answer.status_code == 404, (route, answer.text)
                assert ANA.word not in all_bytes(answer).lower()

    looks = await world.memory.owners.looks(ANA.owner)
    assert [look.by for look in looks][::-1] == looked


async def test_an_admin_looks_and_changes_nothing_of_anybody_else(world: World, routes: Routes) -> None:
    await world.memory.members.set("ben", Role.ROOT)
    headers = await world.token(Grant("ben", Role.ROOT))
    for route, operation in routes.items():
        if route[0] != "GET" and takes_query(operation, "ownerKey") and route not in OWNERS_OWN:
            answer = await send(world, route, operation, Ask(headers, {"ownerKey": "user:ana"}, world.ids[ANA.owner]))
            assert answer.status_code == 403, (route, answer.text)
