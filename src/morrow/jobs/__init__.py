"""What is due, when it runs, and that it runs once."""
