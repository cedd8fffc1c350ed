"""What a hand's script is made of: betting rounds, discards, the showdown, and the draft they write on."""
