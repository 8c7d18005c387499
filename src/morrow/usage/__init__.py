"""What calls to models took: rows for each call, budgets reserved before it, and sums for people."""
