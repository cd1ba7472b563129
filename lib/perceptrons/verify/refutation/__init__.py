"""Gates 2 and 4: trying claims at exact points, and refuting what is wrong."""
