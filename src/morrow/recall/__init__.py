"""Layer 4: what is brought back, and what was made of it."""
