"""Who sits where, with which chips: joining, leaving, sitting out, the button and the blinds, and what happens between two hands."""
