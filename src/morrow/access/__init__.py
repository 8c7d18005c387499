"""Who asks, and what they may do: what every door that answers requests shares. Knows no route and no framework."""
