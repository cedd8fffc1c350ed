"""A Discord bot that deals Five-card Open Draw for play chips."""
