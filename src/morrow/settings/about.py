"""What is known of one setting beside its value: unit, range, meaning. The settings themselves stand in `tree.py`."""

from dataclasses import dataclass, field
from typing import Any, Literal

Form = Literal["", "cron", "zone"]


@dataclass(frozen=True, slots=True)
class About:
    """The meaning of one setting, its unit, and the values it may have.

    `low` and `high` bound a number, both included; `choices` are all values of a text that has few;
    `form` names a text with a grammar of its own.
    """

    description: str
    unit: str = ""
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()
    form: Form = ""

    def allowed(self, kind: type) -> str:
        """Return in words which values a setting of type `kind` may have, such as "0 to 10080 minutes"."""
        if kind is bool:
            return "true or false"
        if self.choices:
            return ", ".join(value or "empty" for value in self.choices)
        if kind in (int, float):
            return f"{'whole numbers ' if kind is int else ''}{self.low:.10g} to {self.high:.10g} {self.unit}".rstrip()
        forms = {"cron": "six fields of a Quartz cron, such as 0 0 3 * * ?", "zone": "an IANA name, or empty"}
        return forms.get(self.form, "a list of texts" if kind is tuple else "a text")


def switch(default: bool, description: str) -> Any:
    """Return the field of a setting that is on or off."""
    return field(default=default, metadata={"about": About(description)})


def number(default: float, description: str, *, unit: str = "", low: float, high: float) -> Any:
    """Return the field of a number; its annotation says whether it is whole."""
    return field(default=default, metadata={"about": About(description, unit=unit, low=low, high=high)})


def choice(default: str, description: str, *choices: str) -> Any:
    """Return the field of a text that has one of a few values."""
    return field(default=default, metadata={"about": About(description, choices=choices)})


def text(default: str, description: str, form: Form = "") -> Any:
    """Return the field of a text."""
    return field(default=default, metadata={"about": About(description, form=form)})


def texts(description: str) -> Any:
    """Return the field of a list of texts, empty unless set."""
    return field(default=(), metadata={"about": About(description)})
