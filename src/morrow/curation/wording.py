"""The words in which a history and the inbox speak of authors and reasons, in en and zh. Decides nothing."""

from collections.abc import Mapping

from morrow.documents.gates.verdict import Reason
from morrow.i18n import msgid, translate

_WORDS = frozenset(
    (
        msgid("person"), msgid("disk"), msgid("agent"), msgid("extraction"), msgid("dream"), msgid("consolidation"),
        msgid("workflow"), msgid("import"), msgid("edited by hand"), msgid("deleted by hand"),
        msgid("edited on disk"), msgid("deleted on disk"),
        msgid("asked to remember"), msgid("extracted from a conversation"),
        msgid("dreamt of what was said over the days"), msgid("proposed how the agent has grown"), msgid("superseded"),
        msgid("written by the agent"), msgid("edited by the agent"), msgid("remembered by the agent"),
        msgid("taken out by the agent"),
    )
)  # fmt: skip

_HELD = {
    Reason.HIDDEN_TEXT: msgid("It holds characters that are not seen."),
    Reason.PROTECTED: msgid("It would change what a person wrote or confirmed."),
    Reason.PROTECTED_DOCUMENT: msgid("It would change a file that only a person changes."),
    Reason.WOULD_LOSE: msgid("Something would be lost with it."),
    Reason.UNSUPPORTED: msgid("No message says it."),
    Reason.PARTIAL_ANSWER: msgid("The model's answer was cut off."),
    Reason.EMPTY_RESULT: msgid("The document would be empty."),
    Reason.TOO_MUCH_LOST: msgid("Too much would be lost at once."),
    Reason.UNTRUSTED_ORIGIN: msgid("It comes from outside, not from you."),
    Reason.INSTRUCTION: msgid("It reads like an order to the agent."),
    Reason.EXFILTRATION: msgid("It would send something away."),
    Reason.ROLE_MARKER: msgid("It pretends to be somebody else's words."),
    Reason.FORGED_STRUCTURE: msgid("It pretends to be a part of the document."),
    Reason.ACTIVE_MARKUP: msgid("It holds markup that loads or runs something."),
    Reason.LANGUAGE_CHANGED: msgid("It says it in another language than you did."),
    Reason.ASKED_FIRST: msgid("It was to be shown to you first."),
    Reason.CHANGED_MEANWHILE: msgid("The entry was changed meanwhile."),
}
_ASKED = {
    "files_gone": msgid("These files are gone from the folder. Accept to empty them here too; reject to restore them."),
    "changed_on_disk": msgid("It was changed on disk and here at once; what you wrote stands."),
}

_KINDS = {
    "entries": msgid("entries"),
    "documents": msgid("files"),
    "revisions": msgid("old versions"),
    "proposals": msgid("proposals"),
    "messages": msgid("messages"),
    "reports": msgid("reports of dreams"),
    "summaries": msgid("summaries"),
}


def removed_told(removed: Mapping[str, int], lang: str) -> str:
    """Return what a forgetting removed, counted by kind: `entries: 1; messages: 2`."""
    colon, comma = ("：", "；") if lang == "zh" else (": ", "; ")
    counted = [f"{translate(_KINDS[kind], lang)}{colon}{count}" for kind, count in removed.items() if count]
    return comma.join(counted) or translate("nothing", lang)


def explain_held(reason: str, lang: str) -> str:
    """Return why something waits for a person, as a sentence; a reason without one as it stands."""
    known: dict[str, str] = {**{str(one): words for one, words in _HELD.items()}, **_ASKED}
    return translate(known[reason], lang) if reason in known else reason


def told(word: str, lang: str) -> str:
    """Return a word or reason that morrow itself wrote in the reader's language; any other as it stands."""
    return translate(word, lang) if word in _WORDS else word
