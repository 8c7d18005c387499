"""One bucket's files, brought in step within one write transaction: decides for each, acts, and keeps the records."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from morrow.documents.entries import Document
from morrow.documents.names import check_name
from morrow.documents.revisions import hash_of
from morrow.documents.shelf import load, load_plain
from morrow.errors import FileNotAllowed
from morrow.owners import Bucket
from morrow.text.clean import clean
from morrow.writing.mirror.bases import closest, has_much_of, hashes_after, likely_bases, texts_before
from morrow.writing.mirror.decide import RECENT_NS, STALE_NS, Look, Present, Verdict, decide
from morrow.writing.mirror.folder import Found, Missing, Moving, Refused, Seen, Stat, read_file
from morrow.writing.mirror.look import Cell, Known, stat_of
from morrow.writing.mirror.put import Left, hash_of_bytes, put_back, put_file, remove_file
from morrow.writing.mirror.records import NOWHERE, Record, State, drop_record, save_record
from morrow.writing.mirror.taking import take
from morrow.writing.mirror.text import text_of
from morrow.writing.mirror.trouble import Trouble, Wrong

_MOST_ROUNDS = 6
_RECENT_TEXTS = 8


@dataclass(frozen=True, slots=True)
class Saved:
    """A text that somebody saved on disk, and when."""

    ctime_ns: int
    text: str


Recent = dict[tuple[Bucket, str], deque[Saved]]


@dataclass(slots=True)
class Step:
    """The work on one bucket: what it found wrong, what it replaced, and what is to be cleared once it is committed."""

    home: Path
    bucket: Bucket
    cell: Cell
    now: datetime
    settled: dict[str, Stat | None]
    recent: Recent
    records: dict[str, Record] = field(default_factory=dict)
    if_gone: dict[str, Verdict] = field(default_factory=dict)
    troubles: dict[str, Trouble | None] = field(default_factory=dict)
    left: list[tuple[str, Left]] = field(default_factory=list)
    to_clear: list[str] = field(default_factory=list)
    connection: AsyncConnection = field(init=False)

    def begin(self, connection: AsyncConnection, records: dict[str, Record]) -> None:
        """Work from now on in the transaction of `connection`; `records` are those of the bucket's files."""
        self.connection, self.records = connection, records

    def close(self) -> None:
        """Let go of what was replaced: the transaction failed, and its files are looked at anew."""
        for _, left in self.left:
            left.close()

    async def sync(self, name: str) -> None:
        """Bring one file and its document in step; what will not stand still is left for the next look."""
        self.cell.behind.discard(name)
        self.cell.unwritten.discard(name)
        for _ in range(_MOST_ROUNDS):
            if not await self._round(name):
                return
        self.cell.behind.add(name)

    async def take_text(self, name: str, data: bytes, stat: Stat) -> bool:
        """Take in a text that was written to a file which has been replaced since, and return whether it is text."""
        text = text_of(data)
        present = await load_plain(self.connection, self.bucket, name)
        if isinstance(text, Refused):
            return False
        if present is None or hash_of_bytes(data) not in await hashes_after(self.connection, present.id, 0):
            await self._take(name, text, stat, present)
        return True

    async def _round(self, name: str) -> bool:
        """Do what is next for a file and return whether to look again."""
        seen = await self._read(name)
        wrong = self._wrong_name(name)
        if wrong is not None and isinstance(seen, Missing):
            if wrong.wrong is Wrong.NAME:
                self._forget(name)
                return False
            wrong = None
        present = None if wrong else await load_plain(self.connection, self.bucket, name)
        seen, record = wrong or seen, self.records.get(name)
        known = await self._known(present, record)
        seen = self._as_text(seen, record)
        hash_seen = hash_of_bytes(seen.data) if isinstance(seen, Found) else ""
        how = Look(self._is_settled(name, seen), self.if_gone.get(name, Verdict.RETIRE))
        verdict = decide(seen, hash_seen, record, known, how)
        return await self._act(verdict, name, seen, hash_seen, present)

    async def _read(self, name: str) -> Seen:
        return await asyncio.to_thread(read_file, self.home, self.cell.folders, name)

    async def _act(self, verdict: Verdict, name: str, seen: Seen, hash_seen: str, present: Document | None) -> bool:
        match verdict:
            case Verdict.KEEP:
                self._remember_seen(name, seen, hash_seen)
            case Verdict.WAIT:
                self.cell.behind.add(name)
            case Verdict.REFUSE if isinstance(seen, Refused):
                await self._refuse(name, seen)
            case Verdict.REMEMBER if isinstance(seen, Found) and present is not None:
                await self._in_step(name, Record(present.version, hash_seen, seen.stat, State.IN_STEP))
            case Verdict.WRITE if present is not None:
                return await self._write(name, present, expected=hash_seen or None)
            case Verdict.TAKE_IN if isinstance(seen, Found):
                return await self._take_in(name, seen, hash_seen, present)
            case Verdict.RETIRE if present is not None:
                return await self._retire(name, present)
            case Verdict.ASK:
                await self._save(name, self._in_state(name, State.ASKED), Known(None, ""))
                self.troubles[name] = Trouble(self.bucket, name, Wrong.FILES_GONE)
            case Verdict.REMOVE:
                await self._remove(name)
            case _:
                self.troubles[name] = Trouble(self.bucket, name, Wrong.DOCUMENT_GONE)
                self._remember_seen(name, seen, hash_seen)
        return False

    def _wrong_name(self, name: str) -> Refused | None:
        """Return why a name that is new here may be no document's."""
        if name in self.records:
            return None
        try:
            if check_name(name) != name:
                return Refused(Wrong.NAME, "its letters are not in Unicode's composed form (NFC)")
        except FileNotAllowed as error:
            return Refused(Wrong.NAME, str(error).partition(": ")[2])
        plain = name.casefold()
        known = {**self.records, **dict.fromkeys(n for n in self.cell.files if n < name)}
        twin = next((other for other in known if other != name and other.casefold() == plain), None)
        return Refused(Wrong.CASE_TWIN, twin) if twin else None

    async def _known(self, present: Document | None, record: Record | None) -> Present | None:
        if present is None:
            return None
        newer = await hashes_after(self.connection, present.id, record.version if record else 0)
        return Present(present.version, hash_of(present.text), not present.text, newer)

    def _as_text(self, seen: Seen, record: Record | None) -> Seen:
        """Return `seen`, refused if it is no text and nothing that we wrote."""
        if not isinstance(seen, Found) or (record is not None and hash_of_bytes(seen.data) == record.hash):
            return seen
        text = text_of(seen.data)
        return text if isinstance(text, Refused) else seen

    def _is_settled(self, name: str, seen: Seen) -> bool:
        if name not in self.settled:
            return False
        return self.settled[name] == (seen.stat if isinstance(seen, Found) else None)

    async def _take_in(self, name: str, seen: Found, hash_seen: str, present: Document | None) -> bool:
        text = text_of(seen.data)
        if isinstance(text, Refused):
            return False
        version = await self._take(name, text, seen.stat, present)
        if version is None:
            return present is not None and await self._write(name, present, expected=hash_seen)
        self.records[name] = Record(version, hash_seen, seen.stat, State.IN_STEP)
        await save_record(self.connection, self.bucket, name, self.records[name])
        return True

    async def _take(self, name: str, text: str, stat: Stat, present: Document | None) -> int | None:
        """Commit an edited text and return the version, or None if it is only an old copy saved again."""
        base = await self._base(name, text, stat, present)
        if base is None:
            return None
        taken = await take(
            self.connection, self.bucket, name, edited=text, base=base, present=present, now=self.now
        )  # fmt: skip
        self.recent.setdefault((self.bucket, name), deque(maxlen=_RECENT_TEXTS)).append(Saved(stat.ctime_ns, text))
        if taken.secrets:
            self.troubles[name] = Trouble(self.bucket, name, Wrong.REDACTED, ", ".join(dict.fromkeys(taken.secrets)))
        elif taken.conflicts:
            self.troubles[name] = Trouble(self.bucket, name, Wrong.CONFLICT)
        return taken.document.version

    async def _base(self, name: str, text: str, stat: Stat, present: Document | None) -> str | None:
        """Return the text that `text` was made from, or None if `text` is a copy from before the last writing.

        A save within a minute of our writing may come from an editor that had read the copy before.
        """
        if present is None:
            return ""
        record = self.records.get(name)
        if record is None or not record.version:
            likely = closest(text, await texts_before(self.connection, present.id, present.version))
            return likely if has_much_of(text, likely) else ""
        since_ns = stat.ctime_ns - record.stat.ctime_ns
        last = await texts_before(self.connection, present.id, record.version, most=1) or [present.text]
        if since_ns > RECENT_NS:
            return last[0]
        bases = await likely_bases(self.connection, present.id, record.version)
        if text in bases and text != last[0]:
            return None if since_ns < STALE_NS else last[0]
        saved = reversed(self.recent.get((self.bucket, name), ()))
        return closest(text, [*last, *(s.text for s in saved if stat.ctime_ns - s.ctime_ns <= RECENT_NS), *bases])

    async def _retire(self, name: str, present: Document) -> bool:
        """Empty the document of a file that was deleted, but for what was added since the file was written."""
        record = self.records[name]
        base = await texts_before(self.connection, present.id, record.version, most=1)
        taken = await take(
            self.connection, self.bucket, name, edited="", base=base[0] if base else "", present=present, now=self.now
        )
        gone = Record(taken.document.version, "", NOWHERE, State.RETIRED)
        await self._save(name, gone, Known(None, ""))
        self.troubles[name] = None
        return await self._write(name, taken.document, expected=None) if taken.document.text.strip() else False

    async def _write(self, name: str, document: Document, *, expected: str | None) -> bool:
        data = clean(document.text).encode()
        done = await asyncio.to_thread(put_file, self.home, self.cell.folders, name, data, expected=expected)
        if isinstance(done, Moving):
            return True
        if isinstance(done, Refused):
            await self._refuse(name, done)
            return False
        await self._in_step(name, Record(document.version, hash_of_bytes(data), done.stat, State.IN_STEP))
        return done.left is not None and await self._keep_left(name, done.left)

    async def _keep_left(self, name: str, left: Left) -> bool:
        """Look after the file that was replaced; return whether it held somebody's edit, which is then in the store."""
        self.left.append((name, left))
        if left.kept is None:
            return False
        if not await self.take_text(name, left.data, left.stat):
            await asyncio.to_thread(put_back, self.home, self.cell.folders, name, left.kept)
            return True
        folder = name.rpartition("/")[0]
        self.to_clear.append(f"{folder}/{left.kept}" if folder else left.kept)
        return True

    async def _refuse(self, name: str, refused: Refused) -> None:
        self.troubles[name] = Trouble(self.bucket, name, refused.wrong, refused.detail)
        known = Known(stat_of(self.home, self.cell, name), "")
        if refused.wrong is Wrong.UNWRITABLE:
            self.cell.unwritten.add(name)
        if refused.wrong in (Wrong.NAME, Wrong.CASE_TWIN) and name not in self.records:
            self.cell.files[name] = known
        elif name in self.records or await load(self.connection, self.bucket, name) is not None:
            await self._save(name, self._in_state(name, State.REFUSED), known)
        else:
            self.cell.files[name] = known

    def _in_state(self, name: str, state: State) -> Record:
        record = self.records.get(name) or Record(0, "", NOWHERE, state)
        return Record(record.version, record.hash, record.stat, state)

    async def _remove(self, name: str) -> None:
        await asyncio.to_thread(remove_file, self.home, self.cell.folders, name)
        await drop_record(self.connection, self.bucket, name)
        self.records.pop(name, None)
        self._forget(name)

    def _forget(self, name: str) -> None:
        """Nothing stands on disk by a name that is no document's: there is nothing wrong any more."""
        self.cell.files.pop(name, None)
        self.troubles[name] = None

    async def _in_step(self, name: str, record: Record) -> None:
        await self._save(name, record, Known(record.stat, record.hash))
        told = self.troubles.get(name)
        if told is None or told.wrong not in (Wrong.REDACTED, Wrong.CONFLICT):
            self.troubles[name] = None

    async def _save(self, name: str, record: Record, known: Known) -> None:
        self.records[name] = record
        self.cell.files[name] = known
        await save_record(self.connection, self.bucket, name, record)

    def _remember_seen(self, name: str, seen: Seen, hash_seen: str) -> None:
        if isinstance(seen, Missing) and name not in self.records:
            self._forget(name)
            return
        self.cell.files[name] = Known(seen.stat if isinstance(seen, Found) else None, hash_seen)
