"""Talking to models: the protocol, vendors, retries, budgets, and the tolerant reader of answers.

Importing this package loads no vendor's SDK; that happens when a model is opened.
"""
