"""One environment for all tests: repeatable examples, one BLAS thread, figures as the book has them."""

import os

# Before NumPy is imported, and inherited by the kernels that nbval starts.
os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", PYTHONHASHSEED="0", COLUMNS="80")
os.environ.pop("MPLBACKEND", None)  # "agg" would make figures vanish from the notebooks

from hypothesis import settings

settings.register_profile("book", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("book")
