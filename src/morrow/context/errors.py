"""What can go wrong while a prompt is put together."""

from morrow.errors import InvalidInput


class ContextTooSmall(InvalidInput):
    """What a turn cannot do without has more tokens than the model's window; nothing was sent.

    Carries `tokens`, what is needed, and `window`.
    """

    def __init__(self, message: str, *, tokens: int, window: int) -> None:
        super().__init__(message)
        self.tokens = tokens
        self.window = window
