"""Figures of morrow: each module prints them beside a peer or a floor and writes JSON to `benchmarks/results/`."""
