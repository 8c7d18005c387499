r"""Lines of a document, which end at `\n` and nowhere else, and the newline style a file keeps."""


def split_lines(text: str) -> list[str]:
    r"""Return the lines of `text` with their `\n`; the last one may lack it. Joined, they are `text`."""
    lines = [line + "\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def without_newline(raw: str) -> str:
    r"""Return `raw` without the `\n`, `\r\n` or (at the end of a file) `\r` that closes its last line."""
    return raw.removesuffix("\n").removesuffix("\r")


def newline_of(text: str) -> str:
    r"""Return the newline that most lines of `text` end with: `\r\n` or `\n`."""
    return "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"


def with_newlines(text: str, newline: str) -> str:
    r"""Return `text` with each `\r\n` and `\n` written as `newline`; a `\r` inside a line is text."""
    unified = text.replace("\r\n", "\n")
    return unified if newline == "\n" else unified.replace("\n", newline)
