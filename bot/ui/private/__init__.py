"""One private message a person at a table: pushed at the deal, and kept true while its token lives."""
