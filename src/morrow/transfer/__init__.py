"""Brings memory in from elsewhere, as if it had happened here."""
