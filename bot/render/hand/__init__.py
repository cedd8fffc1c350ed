"""The private hand: its cards, what they may become, and what can be done now."""
