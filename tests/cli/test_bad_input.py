"""Whatever comes in: a readable line or a problem document, the right code, no traceback, and nothing half-written."""

import json
import sqlite3
from pathlib import Path

import pytest
from tests.cli.conftest import Call

LINE = '{"speaker": "Mara", "text": "Hello.", "time": "2026-03-06T18:05:00+00:00"}'
BAD_COMMANDS = [
    (["serch", "x"], 2, "did you mean search?"),
    (["search"], 2, "Missing argument"),
    (["search", "x", "--limit", "0"], 2, "--limit"),
    (["search", "x", "--nope"], 2, "--nope"),
    (["search", "x", "--owner", "local"], 2, "an owner key has a prefix"),
    (["search", "x", "--owner", "user:"], 2, "1 to 200 characters"),
    (["search", "x", "--owner", "user:a\x00b"], 2, "control characters"),
    (["search", "x", "--owner", "Feishu:1"], 2, "a channel name is lower-case"),
    (["search", "x", "--group", "crew"], 2, "an owner key has a prefix"),
    (["search", "x", "--agent", "a/b"], 2, "an agent's name"),
    (["search", "x", "--agent", ".."], 2, "an agent's name"),
    (["search", "x", "--now", "tomorrow"], 2, "write a time as"),
    (["search", "x", "--lang", "fr"], 2, "fr"),
    (["remember", " \u200b "], 2, ""),
    (["remember", ""], 2, "nothing to remember"),
    (["files", "show", "nope.md"], 3, "no such document"),
    (["files", "show", "../secret.md"], 2, ".md names inside the agent's workspace"),
    (["files", "show", "notes.txt"], 2, ".md"),
    (["dream", "--date", "2026-02-30"], 2, "write a date as"),
    (["dream", "--date", "2999-01-01"], 2, "not come yet"),
    (["dream", "--date", "2020-01-01"], 3, "nothing of user:local"),
    (["dream", "--date", "2020-01-01", "--topic", "x"], 2, "leave --topic"),
    (["dreams", "show"], 3, "nothing was dreamt"),
    (["dreams", "show", "abc"], 3, "no such dream report"),
    (["config", "get", "cooldon"], 2, "there is no such setting"),
    (["config", "set", "cooldown-minutes", "soon"], 2, "cooldown-minutes"),
    (["config", "set", "cooldown-minutes", "-1"], 2, "cooldown-minutes"),
    (["completion", "tcsh"], 2, "tcsh"),
    (["import", "chat", "/nowhere/at/all.jsonl"], 3, "there is no such file"),
    (["import", "chat", "."], 2, "cannot be read"),
    (["serve", "--port", "70000"], 2, "--port"),
]


def ids(value: object) -> str:
    return " ".join(value) if isinstance(value, list) else ""


@pytest.mark.parametrize(("arguments", "code", "told"), BAD_COMMANDS, ids=ids)
def test_a_command_that_cannot_be_done_says_why_and_what_to_do(
    morrow: Call, arguments: list[str], code: int, told: str
) -> None:
    morrow("init")

    plain, as_json = morrow(*arguments), morrow(*arguments, "--json")

    assert (plain.code, as_json.code) == (code, code), plain.err
    assert told in plain.err
    assert plain.err.startswith("morrow: ")
    assert plain.err.count("\n") == 1
    assert plain.out == ""
    problem = as_json.document["error"]
    assert problem["type"].startswith("urn:morrow:problem:")
    assert told in problem["detail"]


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"null",
        b"\xff\xfe",
        b"\x00",
        LINE.replace("Mara", "").encode(),
        LINE.replace("text", "texts").encode(),
        LINE.replace("+00:00", "+99:00").encode(),
        f"{LINE}\n".encode() * 3 + b'{"speaker": "\xe9"}',
        LINE.encode("utf-16"),
    ],
)
def test_a_file_that_cannot_be_read_changes_nothing(morrow: Call, folder: Path, tmp_path: Path, data: bytes) -> None:
    morrow("init")
    path = tmp_path / "bad.jsonl"
    path.write_bytes(data)
    before = _contents(folder)

    done = morrow("import", "chat", str(path), "--dream")

    assert done.code == 2
    assert done.err.startswith("morrow: line ")
    assert _contents(folder) == before


def _contents(folder: Path) -> list[list[object]]:
    tables = ("roster_agent", "conversation", "turn", "message", "document", "entry", "search_item", "run")
    with sqlite3.connect(folder / "morrow.db") as connection:
        return [list(connection.execute(f"SELECT * FROM {table}")) for table in tables]


def test_strange_but_readable_lines_are_kept(morrow: Call, tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    lines = [
        '{"speaker": "Mara", "time": "2026-03-06T18:05:00Z",'
        ' "text": "half \\ud83d a pair, a NUL \\u0000 and \u2028 more"}',
        json.dumps({"speaker": "Mara", "text": "word " * 200_000, "time": "2026-03-06T18:06:00Z"}),
    ]
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n\r\n".join(lines).encode())

    done = morrow("import", "chat", str(path), "--json")

    assert (done.code, done.document["recorded"]) == (0, 2)
    assert morrow("search", "half a pair", "--json").document["hits"]


def test_words_from_outside_cannot_steer_a_terminal(morrow: Call) -> None:
    done = morrow("search", "x", "--owner", "user:\x1b[31mred")

    assert "\x1b" not in done.err


def test_settings_that_cannot_be_read_stop_every_command(morrow: Call, folder: Path) -> None:
    folder.mkdir()
    (folder / "morrow.yaml").write_text("cooldon-minutes: 5\n", encoding="utf-8")

    done = morrow("search", "x")

    assert done.code == 2
    assert "did you mean mate.memory.cooldown-minutes?" in done.err
    assert not (folder / "morrow.db").exists()


def test_a_database_that_is_none_is_named(morrow: Call, folder: Path) -> None:
    folder.mkdir()
    (folder / "morrow.db").write_bytes(b"this is no database" * 500)

    done = morrow("status")

    assert done.code == 1
    assert "restore a backup or choose another --home" in done.err


def test_a_database_of_a_newer_morrow_is_refused(morrow: Call, folder: Path) -> None:
    morrow("init")
    with sqlite3.connect(folder / "morrow.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")

    done = morrow("status", "--json")

    assert done.code == 1
    assert "newer morrow" in done.document["error"]["detail"]


def test_a_home_that_cannot_be_made_is_told(morrow: Call, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")

    done = morrow("status", "--home", str(tmp_path / "file" / "home"))

    assert done.code == 2
    assert "Not a directory" in done.err


def test_a_database_server_that_does_not_answer_is_no_service(morrow: Call) -> None:
    done = morrow("status", "--home", "postgresql://nobody:secret@127.0.0.1:9/none")

    assert done.code == 5
    assert "does not answer" in done.err
    assert "secret" not in done.err


def test_arguments_that_are_no_utf_8_are_taken_as_far_as_they_go(process: Call) -> None:
    done = process("remember", "caf\udce9 opens at eight", "--json")

    assert done.code == 0
    assert done.document["text"] == "caf\ufffd opens at eight"


def test_a_terminal_without_unicode_gets_what_it_can_show(process: Call) -> None:
    process("remember", "我住在上海。")

    shown = process("files", "show", "MEMORY.md", PYTHONIOENCODING="ascii")
    as_json = process("files", "show", "MEMORY.md", "--json", PYTHONIOENCODING="ascii")

    assert (shown.code, as_json.code) == (0, 0)
    assert "我住在上海。" in as_json.document["text"]
