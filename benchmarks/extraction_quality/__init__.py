"""How much of what deserves keeping the rules engine keeps, and how much of what it keeps deserves it."""
