"""The table's public message: seats, reveals, results and the last actions."""
