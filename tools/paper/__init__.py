"""The book on paper: one PDF and one EPUB, made from the built site inside Chromium.

`document` merges the pages into one, `pdf` prints it, `epub` cuts it into files. ``make paper`` does all.
"""
