"""What an agent may do to its memory while it talks: tools for a model to call."""
