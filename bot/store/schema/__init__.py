"""The tables, their columns' types, and what is done about values that cannot be read."""
