"""What all pages of the table share: the application, who asks, what a page is made with, live updates, limits."""
