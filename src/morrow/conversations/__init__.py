"""Conversations, their messages and cursors."""
