"""What a claim is written in: vectors known by inner products, gradients, letters and assumptions."""
