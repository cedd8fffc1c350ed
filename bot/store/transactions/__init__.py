"""How transactions are written: one writer, shared commits, and outages."""
