"""How much of the labelled evidence a question brings back, on LoCoMo, BEAM and MADial. Asks no model."""
