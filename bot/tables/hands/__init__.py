"""The hand that is being played: actions, pre-actions, clocks, and the seats that the house plays."""
