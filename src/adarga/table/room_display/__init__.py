"""The screen in the room: the order, whose turn it is and what just happened, read from afar and without secrets."""
