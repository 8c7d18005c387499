"""What can go wrong while talking to a model. The class is the remedy: wait, mend the request, mend the settings."""

from datetime import datetime

from morrow.errors import InvalidInput, MorrowError


class ModelError(MorrowError):
    """A model could not be asked, or its answer could not be taken."""


class ModelUnavailable(ModelError):
    """The model is down, overloaded or broken just now: the same request may succeed later.

    `retry_after_seconds` is what the server asked for, if it said so.
    """

    def __init__(self, message: str, *, retry_after_seconds: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_seconds = retry_after_seconds


class ModelTimeout(ModelUnavailable):
    """The model did not finish before the deadline of the call."""


class AnswerBroken(ModelUnavailable):
    """The server answered, but not in the protocol it is meant to speak."""


class AnswerTooLarge(ModelError):
    """The answer is larger than any honest one, or it came compressed; it was not read to its end."""


class ModelRefusedRequest(ModelError):
    """The server will not take this request, however often it is sent; `status` is its HTTP status."""

    def __init__(self, message: str, *, status: int) -> None:
        super().__init__(message)
        self.status = status


class ContextTooLong(ModelRefusedRequest):
    """The messages hold more tokens than the model reads; send fewer."""


class BudgetExceeded(ModelError):
    """The day's token budget is used up; the work waits until the next day (`until`) or a larger budget."""

    def __init__(self, message: str, *, until: datetime | None = None) -> None:
        super().__init__(message)
        self.until = until


class ModelNotConfigured(ModelError):
    """No model, no key or no package for the one that is configured; the message names the setting or the install."""


class AddressNotAllowed(ModelError, InvalidInput):
    """The address has a hostile form, or it leads (now) to a place that nobody with the right to do so has named."""
