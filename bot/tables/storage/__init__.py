"""A table as the store keeps it: rows and transfers out, rows and replays back in, and the audit of both."""
