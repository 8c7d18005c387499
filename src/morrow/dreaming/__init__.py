"""Layer 3: what a night makes of the days before it."""
