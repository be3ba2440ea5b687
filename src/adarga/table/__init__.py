"""The live table: fights that a game master, players' phones and a display follow at once, kept line by line."""
