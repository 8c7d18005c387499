"""The bundled fortnight, lived through and shown. `run` is all that others need."""

from morrow.demo.run import DemoResult, run

__all__ = ["DemoResult", "run"]
