"""What happened and why, in words: reasons, traces, a fight's events, refusals; for whichever edge shows them."""
