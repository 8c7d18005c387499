"""One file is put in its place whole, and what it replaced is known."""

import os
from pathlib import Path

import pytest

from morrow.writing.mirror.exchange import rename_new
from morrow.writing.mirror.folder import Found, Moving, Refused, open_folder, read_file
from morrow.writing.mirror.put import Put, hash_of_bytes, put_file, remove_file
from morrow.writing.mirror.trouble import Wrong

FOLDERS = ("workspace", "ada")


def put(home: Path, data: bytes, *, expected: bytes | None) -> Put | Refused | Moving:
    return put_file(home, FOLDERS, "a/b.md", data, expected=None if expected is None else hash_of_bytes(expected))


def test_a_file_and_its_folders_are_made(tmp_path: Path) -> None:
    done = put(tmp_path, b"one", expected=None)

    assert isinstance(done, Put)
    assert done.left is None
    seen = read_file(tmp_path, FOLDERS, "a/b.md")
    assert isinstance(seen, Found)
    assert (seen.data, seen.stat) == (b"one", done.stat)


def test_what_was_replaced_as_expected_is_gone(tmp_path: Path) -> None:
    put(tmp_path, b"one", expected=None)

    done = put(tmp_path, b"two", expected=b"one")

    assert isinstance(done, Put)
    assert done.left is not None
    assert (done.left.data, done.left.kept) == (b"one", None)
    assert [path.name for path in tmp_path.joinpath(*FOLDERS, "a").iterdir()] == ["b.md"]
    done.left.close()


def test_an_edit_that_slipped_in_is_kept_under_another_name(tmp_path: Path) -> None:
    put(tmp_path, b"one", expected=None)
    path = tmp_path.joinpath(*FOLDERS, "a", "b.md")
    path.write_bytes(b"an edit")

    done = put(tmp_path, b"two", expected=b"one")

    assert isinstance(done, Put)
    assert done.left is not None
    assert done.left.data == b"an edit"
    assert done.left.kept is not None
    assert path.with_name(done.left.kept).read_bytes() == b"an edit"
    assert path.read_bytes() == b"two"
    done.left.close()


def test_what_is_written_to_a_replaced_file_is_still_seen(tmp_path: Path) -> None:
    put(tmp_path, b"one", expected=None)
    with tmp_path.joinpath(*FOLDERS, "a", "b.md").open("ab") as editor:
        done = put(tmp_path, b"two", expected=b"one")
        assert isinstance(done, Put)
        assert done.left is not None
        assert done.left.read_again() is None

        editor.write(b" more")
        editor.flush()

        late = done.left.read_again()
        assert late is not None
        assert late.data == b"one more"
        done.left.close()


def test_a_file_that_came_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path.joinpath(*FOLDERS, "a", "b.md")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"somebody's")

    assert isinstance(put(tmp_path, b"two", expected=None), Moving)

    assert path.read_bytes() == b"somebody's"
    assert [item.name for item in path.parent.iterdir()] == ["b.md"]


def test_a_file_that_went_meanwhile_is_not_made_again(tmp_path: Path) -> None:
    put(tmp_path, b"one", expected=None)
    path = tmp_path.joinpath(*FOLDERS, "a", "b.md")
    path.unlink()

    assert isinstance(put(tmp_path, b"two", expected=b"one"), Moving)

    assert list(path.parent.iterdir()) == []


def test_a_name_is_taken_only_if_it_is_free_also_without_the_system_call(tmp_path: Path) -> None:
    tmp_path.joinpath("a").write_text("a")
    tmp_path.joinpath("b").write_text("b")

    with open_folder(tmp_path, ()) as folder:
        rename_new(folder, "a", "c")
        with pytest.raises(FileExistsError):
            rename_new(folder, "b", "c")

    assert tmp_path.joinpath("c").read_text() == "a"


def test_a_link_on_the_way_is_refused(tmp_path: Path) -> None:
    tmp_path.joinpath("elsewhere").mkdir()
    tmp_path.joinpath("workspace").mkdir()
    tmp_path.joinpath("workspace", "ada").symlink_to(tmp_path / "elsewhere")

    assert read_file(tmp_path, FOLDERS, "b.md") == Refused(Wrong.LINK)
    assert put_file(tmp_path, FOLDERS, "b.md", b"one", expected=None) == Refused(Wrong.LINK)
    assert list(tmp_path.joinpath("elsewhere").iterdir()) == []


def test_a_pipe_does_not_make_a_reader_wait(tmp_path: Path) -> None:
    tmp_path.joinpath(*FOLDERS).mkdir(parents=True)
    os.mkfifo(tmp_path.joinpath(*FOLDERS, "b.md"))

    assert read_file(tmp_path, FOLDERS, "b.md") == Refused(Wrong.NO_FILE)


def test_removing_what_is_not_there_is_done_already(tmp_path: Path) -> None:
    put(tmp_path, b"one", expected=None)

    assert remove_file(tmp_path, FOLDERS, "a/b.md") is None
    assert remove_file(tmp_path, FOLDERS, "a/b.md") is None
    assert remove_file(tmp_path, FOLDERS, "x/y.md") is None
