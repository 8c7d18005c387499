"""Documents: Markdown files, their entries, and what a writer may ask of them."""
