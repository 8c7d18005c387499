"""Why a line did not become memory, and why a dream did nothing: the enums that reports, diary and card share."""

from enum import StrEnum


class Reason(StrEnum):
    """Why a candidate (or a line that never became one) was turned away."""

    ONE_OFF = "one_off"
    BELOW_THRESHOLD = "below_threshold"
    TOO_OLD = "too_old"
    CONTRADICTED = "contradicted"
    CORRECTED = "corrected"
    FORGOTTEN = "forgotten"
    ALREADY_KNOWN = "already_known"
    SHAPE = "shape"
    UNTRUSTED_ORIGIN = "untrusted_origin"
    MANAGED = "managed"
    OVER_LIMIT = "over_limit"
    NOT_A_CANDIDATE = "not_a_candidate"
    LEFT_OUT = "left_out"
    SHORTENED = "shortened"
    GATE = "gate"


class SkipReason(StrEnum):
    """Why a dream ended without work."""

    NOTHING_NEW = "nothing_new"
    NO_DAILY_NOTES = "no_daily_notes"
    EMERGENCE_DISABLED = "emergence_disabled"
    DREAMING_DISABLED = "dreaming_disabled"
    FOCUSED_DISABLED = "focused_disabled"
    ALREADY_RUNNING = "already_running"
    NO_MATCH_FOR_TOPIC = "no_match_for_topic"
