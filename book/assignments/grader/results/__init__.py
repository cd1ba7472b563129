"""What comes of it: points and marks in the gradebook, pages for the students, files for a platform."""
