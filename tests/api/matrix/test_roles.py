"""Every route of the OpenAPI document × every role and all bad credentials: what is declared is what is done."""

import itertools
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import httpx
from tests.api.matrix.asking import Ask, Route, send
from tests.api.matrix.examples import EXAMPLES
from tests.api.matrix.world import ANA, World, operations

from morrow.api.application import create_app
from morrow.api.rights import ACT, LEAST, LEAST_SHARED
from morrow.roster.roles import Role
from morrow.roster.tokens import Grant

Routes = Mapping[Route, Any]
HOW = (
    "declare `openapi_extra=needs(Act.…)` beside the route (morrow.api.rights says how; without it, it is for admins),"
    " and add a row with a request that works to EXAMPLES in tests/api/matrix/examples.py"
)


def _routes() -> Routes:
    return operations(create_app(lambda: None).openapi())  # type: ignore[arg-type,return-value]


def test_every_route_has_an_example() -> None:
    missing, stale = set(_routes()) - set(EXAMPLES), set(EXAMPLES) - set(_routes())

    assert not missing, f"new routes without a row: {sorted(missing)}; {HOW}"
    assert not stale, f"rows without a route: {sorted(stale)}; take them out of tests/api/matrix/examples.py"


def test_every_route_declares_what_it_takes() -> None:
    undeclared = [route for route, operation in _routes().items() if ACT not in operation]

    assert not undeclared, f"routes that declare no act: {undeclared}; {HOW}"


def test_only_health_and_signing_in_are_open_to_all() -> None:
    assert {route for route, operation in _routes().items() if operation.get("security") == []} == {
        ("GET", "/healthz"),
        ("GET", "/readyz"),
        ("POST", "/api/v1/session"),
    }


async def test_every_role_gets_what_each_route_declares(world: World, routes: Routes) -> None:
    wrong = []
    await world.memory.members.set("ana", Role.ROOT)
    tokens = {role: await world.token(Grant("ana", role)) for role in Role}
    for role, route in itertools.product(Role, routes):
        headers, operation = tokens[role], routes[route]
        for shared in (False, True) if LEAST_SHARED in operation else (False,):
            answer = await _sent(world, route, operation, headers, shared=shared)
            wanted = _wanted(route, operation, role, shared=shared)
            if answer.status_code not in wanted:
                wrong.append((role, route, shared, answer.status_code, wanted, answer.text[:200]))

    assert wrong == []


async def test_without_good_credentials_nothing_is_answered(world: World, routes: Routes) -> None:
    await world.memory.members.set("ana", Role.ROOT)
    shown = {how: await _bad(world, how) for how in ("none", "unknown", "revoked", "expired", "basic", "cookie")}
    answered = [
        (how, route, answer.status_code)
        for (how, headers), (route, operation) in itertools.product(shown.items(), routes.items())
        if operation.get("security") != []
        and (answer := await _sent(world, route, operation, headers)).status_code != 401
    ]

    assert answered == []


async def test_a_change_that_comes_from_no_page_of_ours_is_forged_on_every_route(world: World, routes: Routes) -> None:
    await world.memory.members.set("ana", Role.ROOT)
    opened = await world.memory.tokens.open_session(await world.memory.tokens.login_link("ana", Role.ROOT))
    cookie = {"Cookie": f"morrow_session={opened.secret}"}
    for route, operation in routes.items():
        if operation.get("security") == [] or route[0] == "GET":
            continue
        for header in ({}, {"X-CSRF-Token": ""}, {"X-CSRF-Token": opened.secret}):
            answer = await _sent(world, route, operation, {**cookie, **header})
            assert (answer.status_code, answer.json()["type"]) == (403, "urn:morrow:problem:forged"), route


async def _sent(
    world: World, route: Route, operation: Any, headers: Mapping[str, str], *, shared: bool = False
) -> httpx.Response:
    prepare = EXAMPLES[route].prepare
    fresh = {} if prepare is None else await prepare(world, ANA.owner, shared)
    return await send(world, route, operation, Ask(headers, {}, {**world.ids[ANA.owner], **fresh}, shared))


def _wanted(route: Route, operation: Any, role: Role, *, shared: bool) -> tuple[int, ...]:
    if operation.get("security") == []:
        return EXAMPLES[route].status
    least = [operation[LEAST], *([operation[LEAST_SHARED]] if shared else [])]
    return EXAMPLES[route].status if all(role.covers(Role(one)) for one in least) else (403,)


async def _bad(world: World, credentials: str) -> Mapping[str, str]:
    if credentials == "revoked":
        made = await world.memory.tokens.create(Grant("ana", Role.ROOT))
        await world.memory.tokens.revoke(made.token.id)
        return {"Authorization": f"Bearer {made.secret}"}
    if credentials == "expired":
        headers = await world.token(Grant("ana", Role.ROOT, expires_at=world.clock() + timedelta(hours=1)))
        world.clock.advance(hours=2)
        return headers
    known = {
        "none": {},
        "unknown": {"Authorization": f"Bearer mrw_{'x' * 43}"},
        "basic": {"Authorization": "Basic YW5hOnNlY3JldA=="},
        "cookie": {"Cookie": "morrow_session=made-up"},
    }
    return known[credentials]
