"""Questions asked of dice and plans in bulk."""
