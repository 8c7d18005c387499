"""Ground: what is true of text in any language."""
