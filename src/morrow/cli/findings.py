"""What a look at a home finds: one value for each thing that was looked at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `detail` says how it is and, if it is not well, the mend."""

    name: str
    is_well: bool
    detail: str
