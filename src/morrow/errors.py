"""Every error morrow raises. The class is the kind; its docstring is the meaning; the message names the mend."""


class MorrowError(Exception):
    """Something was asked for that cannot be done; the message says what to do next."""


class InvalidInput(MorrowError):
    """A value from outside has the wrong form."""


class InvalidOwner(InvalidInput):
    """An owner key, endUserId or channel sender breaks the rules for owner keys."""


class InvalidTime(InvalidInput):
    """A date or time cannot be read, or it carries no zone where one is needed."""


class FileNotAllowed(InvalidInput):
    """The path is no .md file, or it leaves the agent's workspace."""


class InvalidSetting(InvalidInput):
    """A setting is unknown or has a value outside its range."""


class NotFound(MorrowError):
    """Nothing by that name that the caller may see."""


class NotAllowed(MorrowError):
    """The caller may not do this; the message names the role or the right that it takes."""


class NotAuthenticated(MorrowError):
    """Nobody known asks: a token or session is missing, unknown, expired or taken back."""


class Forged(NotAllowed):
    """A change that a browser sent, but no page of ours."""


class PreconditionRequired(MorrowError):
    """An existing document was written without saying which version was read."""


class VersionConflict(MorrowError):
    """The document moved on since the caller read it.

    Carries `base`, `theirs`, `yours` and `merged` (texts), and `version`, the present one.
    """

    def __init__(self, message: str, *, version: int, base: str, theirs: str, yours: str, merged: str) -> None:
        super().__init__(message)
        self.version = version
        self.base = base
        self.theirs = theirs
        self.yours = yours
        self.merged = merged


class EditFailed(InvalidInput):
    """An exact find-and-replace edit could not be applied; nothing was written."""


class TooManyRequests(MorrowError):
    """One caller asks more often than allowed; `retry_after_seconds` says when it may again."""

    def __init__(self, message: str, *, retry_after_seconds: int) -> None:
        super().__init__(message)
        self.retry_after_seconds = retry_after_seconds


class RepeatedRequest(MorrowError):
    """A request was sent again under one key, and there is no answer to give again."""


class AlreadyRunning(MorrowError):
    """The same job already runs for this bucket."""


class LeaseLost(MorrowError):
    """A run was taken over by another worker, or ended, while this one worked on it; nothing of its step is kept."""


class StoreError(MorrowError):
    """The database cannot be opened or written; the message names the cause and the mend."""


class StoreUnreachable(StoreError):
    """The database server does not answer."""


class SchemaTooNew(StoreError):
    """The database was written by a newer morrow."""


class StoreCorrupt(StoreError):
    """The database file is damaged."""


class StoreReadOnly(StoreError):
    """The database or its folder cannot be written."""


class StoreFull(StoreError):
    """The disk is full; nothing of the transaction was written."""
