"""A player's phone: its turn, its sheet, the order and the log; and the pages by which one comes to a seat."""
