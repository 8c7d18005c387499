"""Brings memory in from elsewhere: chat logs now."""
