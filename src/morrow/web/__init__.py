"""The pages: parse, call one method, render."""
