"""Owner keys and agent names as folder names."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from morrow.owners import Bucket, Owner
from morrow.writing.mirror.paths import EVERYONE_FOLDER, WORKSPACE, decode, encode, folders_of, goes_on

keys = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=240)


@given(keys)
def test_a_folder_name_leads_back_to_its_key(key: str) -> None:
    assert decode(encode(key)) == key


@given(keys, keys)
def test_no_file_system_confuses_two_keys(first: str, second: str) -> None:
    def folded(key: str, form: str) -> list[str]:
        return [unicodedata.normalize(form, part).casefold() for part in encode(key)]  # type: ignore[arg-type]

    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert (folded(first, form) == folded(second, form)) is (first == second)


@given(keys)
def test_every_part_of_a_folder_name_fits_and_is_harmless(key: str) -> None:
    for part in encode(key):
        assert 0 < len(part.encode()) <= 255
        assert not set(part) & set('/\\:*?"<>|. \x00')


def test_a_key_that_differs_in_capitals_gets_another_folder() -> None:
    assert encode("user:Mara") == ("user%3a%4dara",)
    assert encode("user:mara") == ("user%3amara",)


def test_chinese_letters_stand_as_they_are() -> None:
    assert encode("feishu:小明") == ("feishu%3a小明",)


def test_a_long_key_goes_on_in_a_folder_below() -> None:
    parts = encode("feishu:" + "明" * 200)

    assert len(parts) > 1
    assert [goes_on(part) for part in parts] == [True] * (len(parts) - 1) + [False]


def test_a_folder_that_we_never_name_so_is_nobodys() -> None:
    strangers = ["user:42", "User%3a42", "user%3A42", "user%3", "user%zz", "a%", ".git", "%c3", "con"]
    assert [decode((name,)) for name in strangers] == [None] * len(strangers)
    assert decode(()) is None


def test_shared_files_stand_at_the_root_and_personal_ones_below_their_owner() -> None:
    assert folders_of(Bucket.team("id"), "ada") == (WORKSPACE, "ada")
    assert folders_of(Bucket.personal("id", Owner.user(42)), "ada") == (WORKSPACE, "ada", "owners", "user%3a42")
    assert folders_of(Bucket.everyone(), "") == (WORKSPACE, EVERYONE_FOLDER)


def test_no_agent_is_called_like_the_folder_of_what_everyone_reads() -> None:
    assert encode(EVERYONE_FOLDER) != (EVERYONE_FOLDER,)
    assert encode("con") != ("con",)
