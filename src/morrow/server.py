"""Assembles the doors into one application."""
