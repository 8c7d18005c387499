"""Long-term memory for AI agents that a person can read, question and correct."""
