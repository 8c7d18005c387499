"""Whose memory a request works on: the table of docs/access.md."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from morrow.access.caller import Named, check_reads_only, resolve
from morrow.access.identity import Identity
from morrow.errors import InvalidInput, MorrowError, NotAllowed, NotFound
from morrow.owners import Owner
from morrow.roster.roles import Role

ADA = Identity("t1", "token", "7", Role.MEMBER)
SHOP = replace(ADA, namespace="shop")
FEISHU = replace(ADA, channel="feishu")
ONE_OWNER = replace(ADA, owner=Owner("api:42"))
ADMIN = replace(ADA, role=Role.ADMIN)
BROWSER = replace(ADA, kind="session")


@pytest.mark.parametrize(
    ("who", "named", "owner"),
    [
        (ADA, Named(), "user:7"),
        (ADA, Named(end_user_id="  "), "user:7"),
        (ADA, Named(end_user_id=2041098765432109057), "api:2041098765432109057"),
        (ADA, Named(end_user_id="2041098765432109058"), "api:2041098765432109058"),
        (ADA, Named(end_user_id="system"), "api:system"),
        (ADA, Named(end_user_id="*"), "api:*"),
        (ADA, Named(end_user_id="user:7"), "api:user:7"),
        (ADA, Named(end_user_id="shop/7"), "api:shop%2F7"),
        (SHOP, Named(end_user_id="7"), "api:shop/7"),
        (SHOP, Named(), "user:7"),
        (FEISHU, Named(channel="feishu", sender_id="ou_1"), "feishu:ou_1"),
        (ONE_OWNER, Named(), "api:42"),
        (ONE_OWNER, Named(end_user_id=42), "api:42"),
        (ONE_OWNER, Named(owner_key="api:42"), "api:42"),
        (ADA, Named(owner_key="user:7"), "user:7"),
        (ADMIN, Named(owner_key="user:8"), "user:8"),
        (BROWSER, Named(), "user:7"),
    ],
)
def test_a_request_works_on_the_memory_of(who: Identity, named: Named, owner: str) -> None:
    assert resolve(who, named).owner.key == owner


@pytest.mark.parametrize(
    ("who", "named", "refusal"),
    [
        (ADA, Named(owner_key="user:8"), NotFound),
        (ONE_OWNER, Named(end_user_id=43), NotFound),
        (replace(ONE_OWNER, role=Role.ROOT), Named(owner_key="user:8"), NotFound),
        (replace(FEISHU, owner=Owner("feishu:ou_1")), Named(channel="feishu", sender_id="ou_2"), NotFound),
        (replace(FEISHU, owner=Owner("feishu:ou_1")), Named(None, "feishu", "ou_1", "oc_1"), NotFound),
        (ADA, Named(channel="feishu", sender_id="ou_1"), NotAllowed),
        (replace(ADA, role=Role.ROOT), Named(channel="feishu", sender_id="ou_1"), NotAllowed),
        (FEISHU, Named(channel="slack", sender_id="ou_1"), NotAllowed),
        (FEISHU, Named(end_user_id="42"), NotAllowed),
        (BROWSER, Named(end_user_id="42"), NotAllowed),
        (ADA, Named(sender_id="ou_1"), InvalidInput),
        (FEISHU, Named(channel="feishu"), InvalidInput),
        (FEISHU, Named("42", "feishu", "ou_1"), InvalidInput),
        (ADMIN, Named("42", owner_key="user:8"), InvalidInput),
        (ADMIN, Named(owner_key="nobody"), InvalidInput),
        (replace(FEISHU, channel="user"), Named(channel="user", sender_id="8"), InvalidInput),
    ],
)
def test_what_the_credentials_do_not_reach_is_refused(who: Identity, named: Named, refusal: type[MorrowError]) -> None:
    with pytest.raises(refusal):
        resolve(who, named)


def test_in_a_group_the_sender_speaks_and_the_group_listens() -> None:
    found = resolve(FEISHU, Named(None, "feishu", "ou_1", "oc_1"))

    assert (found.owner, found.said_by) == (Owner("feishu:ou_1"), Owner("feishu:ou_1"))
    assert found.group == Owner("group:feishu:oc_1")


def test_an_admin_may_look_into_another_memory_and_change_nothing() -> None:
    foreign = resolve(ADMIN, Named(owner_key="user:8"))

    check_reads_only(foreign, changes=False)
    with pytest.raises(NotAllowed):
        check_reads_only(foreign, changes=True)
    check_reads_only(resolve(ADMIN, Named(owner_key="user:7")), changes=True)


@given(st.text(max_size=30) | st.integers(), st.text(min_size=1, max_size=10))
def test_no_end_user_id_leads_out_of_its_namespace(end_user: str | int, namespace: str) -> None:
    who = replace(ADA, namespace=namespace)
    try:
        found = resolve(who, Named(end_user_id=end_user)).owner.key
        prefix = Owner.api("x", namespace).key.removesuffix("x")
    except InvalidInput:
        return

    assert found == "user:7" if not str(end_user).strip() else found.startswith(prefix)
    assert found.count("/") <= 1
