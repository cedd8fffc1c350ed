"""How commands are declared to Discord: their texts in every language, and the options of a table."""
