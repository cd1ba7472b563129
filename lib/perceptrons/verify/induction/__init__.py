"""Claims about letters after any number of updates: proved by induction, tried along sequences."""
