"""What an automated writer may change: one module a gate, and the order they stand in. Pure; writes nothing."""
