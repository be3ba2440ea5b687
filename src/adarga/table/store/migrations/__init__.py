"""How a database becomes what this version needs, one revision after the other."""
