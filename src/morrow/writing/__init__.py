"""The one path by which memory is written: propose, gate, commit."""
