"""Texts for people, in English and Chinese: `translate`, and which language a terminal speaks. Formats no dates."""

from morrow.i18n.catalogue import LANGUAGES, detect_language, msgid, translate

__all__ = ["LANGUAGES", "detect_language", "msgid", "translate"]
