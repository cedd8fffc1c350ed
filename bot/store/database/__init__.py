"""The database itself: where it is, opening it, one process at a time, copies and upgrades."""
