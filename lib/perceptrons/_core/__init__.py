"""What every rule stands on: types, checks of arguments, exact arithmetic, files, and the loops."""
