"""The command line. Each command parses, calls one method of the library, and formats; imports wait until needed."""
