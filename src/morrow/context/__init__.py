"""Layer 1: what of a conversation and of memory a model is given in one turn, and what is left out of it."""
