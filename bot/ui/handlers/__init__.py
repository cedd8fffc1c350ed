"""What each press does: `presses` finds the handler by the press's type; a handler makes one call of the service and answers."""
