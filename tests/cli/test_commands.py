"""Each command does what its help says, on a real memory."""

from pathlib import Path

import pytest
from tests.cli.conftest import Call

THREE_DAYS = [
    ("I'm training for the Lisbon marathon in October.", "2026-03-02T12:00:00+00:00"),
    ("I train for the Lisbon marathon every morning.", "2026-03-03T12:00:00+00:00"),
    ("I'm still training for the Lisbon marathon every morning.", "2026-03-04T12:00:00+00:00"),
]


@pytest.fixture
def chat(tmp_path: Path) -> str:
    path = tmp_path / "diary.jsonl"
    lines = (f'{{"speaker": "Mara", "text": "{text}", "time": "{time}"}}\n' for text, time in THREE_DAYS)
    path.write_text("".join(lines), encoding="utf-8")
    return str(path)


def test_init_makes_an_agent_with_four_documents_once(morrow: Call, folder: Path) -> None:
    first, again = morrow("init", "--json"), morrow("init", "--json")

    assert first.document["created"]
    assert first.document["files"] == ["AGENTS.md", "SOUL.md", "PROFILE.md", "MEMORY.md"]
    assert not again.document["created"]
    assert (folder / "morrow.db").is_file()


def test_init_seeds_in_the_language_asked_for(morrow: Call) -> None:
    morrow("init", "--lang", "zh")

    assert morrow("agents", "list", "--json").document["agents"][0]["language"] == "zh"


def test_what_is_remembered_is_found_and_stands_in_memory(morrow: Call) -> None:
    kept = morrow("remember", "The deploy key rotates every Friday.", "--json")
    found = morrow("search", "when does the key rotate", "--json")

    [hit] = found.document["hits"]
    assert (hit["id"], hit["document"], hit["line"]) == (kept.document["id"], "MEMORY.md", kept.document["line"])
    assert {"score", "text", "kind", "conversation", "message", "snippet", "date", "scope", "owner"} <= set(hit)
    assert "- The deploy key rotates every Friday.\n" in morrow("files", "show", "MEMORY.md").out


def test_remember_reads_standard_input(morrow: Call) -> None:
    assert morrow("remember", "-", stdin="我住在上海。\n").code == 0
    assert "我住在上海。" in morrow("search", "上海").out


def test_a_search_that_finds_nothing_ends_with_three(morrow: Call) -> None:
    found = morrow("search", "xyzzy", "--json")

    assert (found.code, found.document) == (3, {"hits": []})
    assert morrow("search", "xyzzy").out == "Nothing is remembered about that.\n"


def test_one_owner_finds_nothing_of_another(morrow: Call) -> None:
    morrow("remember", "The safe opens with 4711.", "--owner", "user:1")

    assert morrow("search", "how does the safe open", "--owner", "user:2", "--json").document == {"hits": []}


def test_a_dream_promotes_what_was_said_on_three_days(morrow: Call, chat: str) -> None:
    morrow("import", "chat", chat)

    dreamt = morrow("dream", "--json", "--now", "2026-03-05T12:00:00+00:00")

    reports = dreamt.document["reports"]
    assert dreamt.code == 0
    assert "completed" in [report["status"] for report in reports]
    promoted = [item for report in reports for item in report["items"] if item["outcome"] == "promoted"]
    assert "marathon" in promoted[0]["text"]
    assert "marathon" in morrow("files", "show", "MEMORY.md").out


def test_a_trial_dream_writes_nothing(morrow: Call, chat: str) -> None:
    morrow("config", "set", "memory.dreaming-enabled", "false")  # or the commands catch up the night before
    morrow("import", "chat", chat)

    dreamt = morrow("dream", "--dry-run", "--json", "--now", "2026-03-05T12:00:00+00:00")

    assert dreamt.document["reports"][0]["status"] == "completed"
    assert morrow("dreams", "log", "--json").document == {"reports": []}


def test_a_dream_with_nothing_to_do_ends_with_three(morrow: Call) -> None:
    dreamt = morrow("dream", "--json")

    assert dreamt.code == 3
    assert dreamt.document["reports"][0]["reason"] == "no_daily_notes"


def test_the_night_of_a_date_is_dreamt_at_its_hour(morrow: Call, chat: str) -> None:
    morrow("import", "chat", chat)

    dreamt = morrow("dream", "--date", "2026-03-05", "--json")

    assert dreamt.document["reports"][0]["startedAt"] == "2026-03-05T03:00:00+00:00"


def test_past_dreams_are_listed_and_shown(morrow: Call, chat: str) -> None:
    morrow("import", "chat", chat, "--dream")

    at = ("--now", "2026-03-05T12:00:00+00:00")
    listed = morrow("dreams", "log", "--json", *at).document["reports"]
    newest, named = morrow("dreams", "show", *at), morrow("dreams", "show", listed[-1]["id"], "--json", *at)

    assert [report["startedAt"][:10] for report in listed] == ["2026-03-05", "2026-03-04", "2026-03-03"]
    assert "## 2026-03-05 03:00" in newest.out
    assert named.document == listed[-1]


def test_files_are_listed_and_shown_with_their_versions(morrow: Call) -> None:
    morrow("remember", "The deploy key rotates every Friday.")

    listed = morrow("files", "ls", "--json").document["files"]
    own = morrow("files", "show", "MEMORY.md", "--json").document
    shared = morrow("files", "show", "MEMORY.md", "--shared", "--json").document

    assert [(file["name"], file["scope"]) for file in listed if file["name"] == "MEMORY.md"] == [
        ("MEMORY.md", "PERSONAL"),
        ("MEMORY.md", "TEAM"),
    ]
    assert (own["name"], own["version"], own["enabled"], own["ownerKey"]) == ("MEMORY.md", 1, True, "user:local")
    assert own["entries"][0]["text"] == "The deploy key rotates every Friday."
    assert shared["ownerKey"] is None


def test_a_file_is_edited_in_the_editor_of_the_environment(
    morrow: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    morrow("remember", "The deploy key rotates every Friday.")
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nsed -i s/Friday/Monday/ "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", str(editor))

    first, again = morrow("files", "edit", "MEMORY.md", "--json"), morrow("files", "edit", "MEMORY.md", "--json")

    assert (first.code, first.document["version"]) == (0, 2)
    assert "every Monday." in morrow("files", "show", "MEMORY.md").out
    assert again.code == 3


def test_status_tells_what_is_there_and_when_the_next_dream_is(morrow: Call) -> None:
    found = morrow("status", "--json", "--now", "2026-03-02T12:00:00+00:00")

    assert found.document["files"] == 4
    assert found.document["unreadMessages"] == 0
    assert found.document["dreaming"]["nextRun"] == "2026-03-03T03:00:00+00:00"


def test_any_command_catches_up_with_the_night_that_was_missed(morrow: Call, chat: str) -> None:
    morrow("import", "chat", chat)

    status = morrow("status", "--json", "--now", "2026-03-05T09:00:00+00:00")

    assert status.document["dreaming"]["lastReport"]["status"] == "completed"


def test_settings_are_shown_read_and_changed(morrow: Call, folder: Path) -> None:
    changed = morrow("config", "set", "cooldown-minutes", "7")

    assert changed.out == "mate.memory.cooldown-minutes is now 7\n"
    assert morrow("config", "get", "cooldown-minutes").out == "7\n"
    [row] = morrow("config", "show", "--changed", "--json").document["settings"]
    assert (row["key"], row["value"], row["origin"], row["default"]) == ("mate.memory.cooldown-minutes", 7, "file", 5)
    assert (folder / "morrow.yaml").is_file()


def test_the_doctor_finds_a_sound_memory_sound(morrow: Call) -> None:
    morrow("init")

    found = morrow("doctor", "--json")

    assert (found.code, found.document["healthy"]) == (0, True)
    assert [check["name"] for check in found.document["checks"]] == ["Settings", "Folder", "Disk", "Database", "Model"]


def test_the_doctor_names_what_is_wrong_with_its_mend(morrow: Call, folder: Path) -> None:
    folder.mkdir()
    (folder / "morrow.yaml").write_text("cooldon-minutes: 5\n", encoding="utf-8")
    (folder / "morrow.db").write_bytes(b"no database at all, but long enough to be looked at" * 100)

    found = morrow("doctor")

    assert found.code == 1
    assert "did you mean mate.memory.cooldown-minutes?" in found.out
    assert "restore a backup" in found.out


def test_the_doctor_names_a_model_that_does_not_answer_and_offers_a_key(
    morrow: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    morrow("init")
    monkeypatch.setenv("DEEPSEEK_API_KEY", "sk-never-sent")
    for key, value in (("provider", "openai"), ("model", "m-1"), ("base-url", "http://127.0.0.1:9/v1")):
        assert morrow("config", "set", f"models.chat.{key}", value).code == 0

    found = morrow("doctor")

    assert found.code == 1
    assert "chat, extraction, dream: openai m-1 (http://127.0.0.1:9/v1) does not answer:" in found.out
    assert "DEEPSEEK_API_KEY is set and used by nobody" in found.out
    assert "models.chat.base-url=https://api.deepseek.com" in found.out
    assert "sk-never-sent" not in found.out


def test_the_doctor_makes_nothing(morrow: Call, folder: Path) -> None:
    assert morrow("doctor").code == 1
    assert not folder.exists()


def test_completion_is_printed_for_a_shell(morrow: Call) -> None:
    assert "_MORROW_COMPLETE=bash_complete" in morrow("completion", "bash").out


def test_serve_refuses_an_address_that_others_reach(morrow: Call) -> None:
    assert morrow("serve", "--host", "0.0.0.0", "--port", "47307").code == 2


def test_a_home_is_a_folder_or_a_database_server(morrow: Call, home: str) -> None:
    kept = morrow("remember", "The deploy key rotates every Friday.", "--home", home, "--json")

    assert morrow("search", "deploy key", "--home", home, "--json").document["hits"][0]["id"] == kept.document["id"]
    assert morrow("doctor", "--home", home).code == 0
