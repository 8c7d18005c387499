"""Layer 2: what is kept of a conversation after it."""
