"""The rulebooks: each compiles a matchup into a plan and says what a strike changes."""
