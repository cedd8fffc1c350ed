"""A table as a whole: opened, paused, agreed on anew, suspended, resumed after a restart, and closed."""
