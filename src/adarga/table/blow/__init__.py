"""A blow as pages show it: its odds before the dice, its trace and its bar after them, and what is asked about it."""
