"""`morrow tokens` on the memory itself."""

import json

from tests.cli.conftest import Call


def test_a_token_is_shown_once_listed_without_its_secret_and_taken_back(morrow: Call) -> None:
    made = json.loads(morrow("tokens", "create", "--role", "member", "--namespace", "shop", "--json").out)
    listed = morrow("tokens", "list", "--json").out
    [token] = json.loads(listed)["tokens"]

    assert made["token"].startswith("mrw_")
    assert made["token"] not in listed
    assert (token["id"], token["grant"]["role"], token["grant"]["namespace"]) == (made["id"], "member", "shop")
    assert token["grant"]["agent"] is token["grant"]["owner"] is None
    assert morrow("tokens", "revoke", made["id"]).code == 0
    assert morrow("tokens", "revoke", made["id"]).code == 3
    assert json.loads(morrow("tokens", "list", "--json").out)["tokens"][0]["revokedAt"]


def test_agent_and_owner_limit_a_token_where_they_are_typed(morrow: Call) -> None:
    morrow("init", "--agent", "ada")
    made = morrow("tokens", "create", "--role", "viewer", "--agent", "ada", "--owner", "user:7")

    assert made.code == 0
    [token] = json.loads(morrow("tokens", "list", "--json").out)["tokens"]
    assert token["grant"]["owner"] == "user:7"
    assert token["grant"]["agent"]
    assert "agent=" in morrow("tokens", "list").out
    assert morrow("tokens", "create", "--role", "viewer", "--agent", "nobody").code == 3


def test_what_makes_no_token_is_named(morrow: Call) -> None:
    assert morrow("tokens", "create").code == 2
    assert morrow("tokens", "create", "--role", "owner").code == 2
    assert morrow("tokens", "create", "--role", "root", "--owner", "system").code == 2
    assert morrow("tokens", "create", "--role", "root", "--channel", "user").code == 2
    assert morrow("tokens", "create", "--role", "root", "--expires", "2001-01-01T00:00:00Z").code == 2


def test_a_login_link_holds_its_secret_where_no_server_sees_it(morrow: Call) -> None:
    link = json.loads(morrow("tokens", "login", "--json").out)["login"]

    assert link.startswith("http://127.0.0.1:7307/login#")
    assert len(link.partition("#")[2]) >= 43
