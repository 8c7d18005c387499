"""`morrow agents`, `owners` and `members` on the memory itself."""

import json
from pathlib import Path

from tests.cli.conftest import Call


def test_an_agent_is_made_switched_and_deleted_with_its_memory(morrow: Call) -> None:
    assert morrow("agents", "create", "mei", "--language", "zh", "--zone", "Asia/Shanghai").code == 0
    morrow("remember", "My pass is called zircon.", "--agent", "mei")

    assert morrow("agents", "create", "mei").code == 2
    assert morrow("agents", "switch", "mei", "dream", "off").code == 0
    [mei] = [one for one in morrow("agents", "list", "--json").document["agents"] if one["name"] == "mei"]
    assert (mei["zone"], mei["switches"]["dream"]) == ("Asia/Shanghai", False)
    assert morrow("dream", "--agent", "mei").code == 2

    preview = morrow("agents", "delete", "mei", "--json")
    assert (preview.code, preview.document["isDone"]) == (4, False)
    assert morrow("agents", "delete", "mei", "--yes", "--json").document["rows"] == preview.document["rows"]
    assert morrow("agents", "delete", "mei", "--yes").code == 3


def test_an_owner_is_shown_set_exported_and_erased(morrow: Call, tmp_path: Path) -> None:
    morrow("remember", "My pass is called zircon.", "--owner", "user:7")
    file = tmp_path / "export.json"

    assert "user:7" in [one["key"] for one in morrow("owners", "list", "--json").document["owners"]]
    assert morrow("owners", "set", "user:7", "--zone", "Asia/Shanghai", "--language", "zh").code == 0
    assert morrow("owners", "set", "user:7", "--zone", "agent").code == 0
    assert morrow("owners", "switch", "recall", "off", "user:7").code == 0
    shown = morrow("owners", "show", "user:7", "--json").document
    assert (shown["zone"], shown["language"], shown["switches"]["recall"]) == (None, "zh", False)
    assert morrow("search", "pass", "--owner", "user:7", "--json").document["hits"] == []
    assert morrow("owners", "switch", "in-groups", "on", "user:7", "--json").document["switches"]["inGroups"] is True
    assert "Groups in which they speak" in morrow("owners", "show", "user:7").out

    assert morrow("owners", "export", "user:7", "--to", str(file)).code == 0
    assert morrow("owners", "export", "user:7", "--to", str(file)).code == 2
    assert "zircon" in json.dumps(json.loads(file.read_text("utf-8"))["kept"]["document"])

    assert morrow("owners", "erase", "user:7").code == 4
    assert "zircon" in morrow("owners", "export", "user:7", "--json").out
    assert morrow("owners", "erase", "user:7", "--yes").code == 0
    assert morrow("owners", "show", "user:7").code == 3


def test_a_member_is_set_and_taken_out(morrow: Call) -> None:
    assert morrow("members", "set", "ada", "viewer").code == 0
    assert morrow("tokens", "create", "--role", "admin", "--user", "ada").code == 1
    assert morrow("members", "set", "ada", "admin").code == 0
    assert morrow("tokens", "create", "--role", "admin", "--user", "ada").code == 0
    assert {"user": "ada", "role": "admin"}.items() <= morrow("members", "list", "--json").document["members"][
        0
    ].items()
    assert morrow("members", "remove", "ada").code == 0
    assert morrow("members", "remove", "ada").code == 3
