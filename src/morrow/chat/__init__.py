"""A turn of talk: recall, prompt, model with its tools, and all of it saved."""
