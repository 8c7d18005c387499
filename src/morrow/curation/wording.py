"""The words in which a history speaks of authors and reasons, in en and zh. Decides nothing."""

from morrow.i18n import msgid, translate

_WORDS = frozenset(
    (
        msgid("person"), msgid("disk"), msgid("agent"), msgid("extraction"), msgid("dream"), msgid("consolidation"),
        msgid("workflow"), msgid("import"), msgid("edited by hand"), msgid("edited on disk"), msgid("deleted on disk"),
        msgid("asked to remember"), msgid("extracted from a conversation"),
        msgid("dreamt of what was said over the days"), msgid("superseded"),
        msgid("written by the agent"), msgid("edited by the agent"), msgid("remembered by the agent"),
        msgid("taken out by the agent"),
    )
)  # fmt: skip


def told(word: str, lang: str) -> str:
    """Return a word or reason that morrow itself wrote in the reader's language; any other as it stands."""
    return translate(word, lang) if word in _WORDS else word
