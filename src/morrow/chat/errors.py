"""What can go wrong in a turn after what the person said was saved."""

from morrow.errors import MorrowError


class TurnFailed(MorrowError):
    """The turn got no reply. What the person said is kept in its conversation, and can be answered from there.

    Carries `turn` and `conversation`, and as its cause the error that ended it.
    """

    def __init__(self, message: str, *, turn: str, conversation: str) -> None:
        super().__init__(message)
        self.turn = turn
        self.conversation = conversation


class TurnStopped(MorrowError):
    """Somebody stopped the turn before its reply was whole; what was said up to there is kept.

    Carries `turn` and `conversation`.
    """

    def __init__(self, message: str, *, turn: str, conversation: str) -> None:
        super().__init__(message)
        self.turn = turn
        self.conversation = conversation
