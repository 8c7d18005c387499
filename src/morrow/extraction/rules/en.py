"""The English table: all rules of the language in the order in which they are tried."""

from morrow.extraction.rules.en_days import DAYS
from morrow.extraction.rules.en_life import LIFE
from morrow.extraction.rules.en_self import SELF
from morrow.extraction.rules.en_tastes import HABITS, TASTES
from morrow.extraction.rules.en_wishes import ASKS, CHANGES
from morrow.extraction.rules.en_work import WORK
from morrow.extraction.rules.rule import Table

# The first rule that holds gives a sentence its kind: wishes and changes come before what they are about.
TABLE = Table(ASKS + CHANGES + SELF + TASTES + HABITS + WORK + DAYS + LIFE)
