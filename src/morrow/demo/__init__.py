"""The bundled fortnight, lived through and shown."""
