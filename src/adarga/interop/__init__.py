"""What goes out to other tools and comes in from them."""
