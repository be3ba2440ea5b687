"""The page of numbers: a strike, how long points last, what against what, a duel, and house books side by side."""
