"""The REST door: parse, call one method, format."""
