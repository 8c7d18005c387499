"""What can be wrong with a file of the mirror, and how it is told to people. Finds none of it."""

from dataclasses import dataclass
from enum import StrEnum

from morrow.i18n import translate
from morrow.owners import Bucket
from morrow.text.clean import clean


class Wrong(StrEnum):
    """Why a file is not in step with its document, or what was done to it that its writer should know."""

    LINK = "link"
    HARD_LINK = "hard link"
    NO_FILE = "no file"
    TOO_LARGE = "too large"
    NOT_UTF8 = "not utf-8"
    NUL_BYTES = "nul bytes"
    NAME = "name"
    CASE_TWIN = "case twin"
    UNREADABLE = "unreadable"
    UNWRITABLE = "unwritable"
    TOO_MANY = "too many"
    DOCUMENT_GONE = "document gone"
    FILES_GONE = "files gone"
    REDACTED = "redacted"
    CONFLICT = "conflict"


_WORDS = {
    Wrong.LINK: "{file}: a symbolic link; morrow follows none. Put a file in its place",
    Wrong.HARD_LINK: "{file}: this file has a second name elsewhere (a hard link); put a copy in its place",
    Wrong.NO_FILE: "{file}: a folder, pipe or device stands where a file belongs; move it away",
    Wrong.TOO_LARGE: "{file}: over 16 MiB; it is kept on disk and not read. Make it shorter",
    Wrong.NOT_UTF8: "{file}: not UTF-8 text; it is kept on disk as it is and not read. Save it as UTF-8",
    Wrong.NUL_BYTES: "{file}: holds zero bytes, so it is damaged or no text; it is kept on disk and not read",
    Wrong.NAME: "{file}: no document may have this name ({detail})",
    Wrong.CASE_TWIN: "{file}: differs from {detail} only in capitals or form; rename one of them",
    Wrong.UNREADABLE: "{file}: cannot be read ({detail})",
    Wrong.UNWRITABLE: "{file}: cannot be written ({detail}); the memory itself is safe in the store",
    Wrong.TOO_MANY: "{file}: too many files or folders below; the rest is not looked at",
    Wrong.DOCUMENT_GONE: "{file}: its document was deleted, and the file was changed since; move it away or delete it",
    Wrong.FILES_GONE: "{file}: many files are gone at once; nothing was retired, the inbox asks what to do",
    Wrong.REDACTED: "{file}: a secret was written over in the store and in the file ({detail})",
    Wrong.CONFLICT: "{file}: the same lines changed on disk and in store; yours stand, others wait in the inbox",
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """One file that is not in step, or was changed by taking it in."""

    bucket: Bucket
    name: str
    wrong: Wrong
    detail: str = ""

    def describe(self, lang: str) -> str:
        """Return what is wrong and what to do, in `lang`."""
        return translate(_WORDS[self.wrong], lang, file=clean(self.name), detail=self.detail)
