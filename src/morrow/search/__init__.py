"""One lexical index over entries, note lines and messages, per bucket."""
