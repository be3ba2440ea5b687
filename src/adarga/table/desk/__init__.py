"""The game master's page: the order, the attack and its odds, what came of it, the log, and the table's phones."""
