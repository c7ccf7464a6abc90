# Everything runs in its own virtual environment, .venv, made on first use.
# ARGS are handed on: make play ARGS="--port 9000", make console GAME=latice ARGS="--bot 2=3".

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,$(shell $(p) -c \
	'import sys; sys.version_info >= (3, 11) and print("$(p)")' 2>/dev/null)))
BIN := .venv/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check install
GAME ?= flooding
COMPILE = { test .venv/.compiler -nt tools/native.py || \
	{ $(PIP) $$($(BIN)/python tools/native.py --needs) 2>/dev/null && touch .venv/.compiler; }; \
	$(BIN)/python tools/native.py; }

.PHONY: play console page native try-native test test-slow test-all check bench goldens clean clean-native

play: try-native  ## open the house in your browser: play here, or with others on this network
	@$(BIN)/python tools/page.py || { echo "Without its page: make console plays in this terminal."; exit 2; }
	@$(BIN)/ludoteca serve $(ARGS)

console: try-native  ## play in this terminal
	@$(BIN)/ludoteca play $(GAME) $(ARGS)

page: .venv/.installed  ## build the page from web/, if anything has changed
	@$(BIN)/python tools/page.py

native: .venv/.installed  ## compile core, rules and search beside their sources
	@$(COMPILE)

# Whoever plays gets compiled code where that can be had; if not, one sentence says why, and plain Python plays.
try-native: .venv/.installed
	@$(COMPILE) || true

test: .venv/.dev  ## the tests, some minutes
	@$(BIN)/python tools/page.py || echo "The tests that need the page will fail."
	$(BIN)/pytest -m "not slow" $(ARGS)

test-slow: .venv/.dev  ## the long sweeps
	$(BIN)/pytest -m slow $(ARGS)

test-all: test test-slow

check: .venv/.dev  ## linters and type checkers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/page.py check

bench: .venv/.bench native  ## speed, as ratios to a yardstick or a peer in the same run
	$(BIN)/python -m bench
	$(BIN)/python -m bench.rooms

goldens: .venv/.dev  ## write the golden games anew; read the difference before committing it
	$(BIN)/python tests/golden/make.py

clean-native:  ## remove what `make native` made
	@$(PYTHON) tools/native.py --remove

clean: clean-native
	rm -rf .venv dist build .pytest_cache .hypothesis .mypy_cache .ruff_cache
	rm -rf web/node_modules src/ludoteca/server/page

.venv/.made:
	@test -n "$(PYTHON)" || { echo "Ludoteca needs Python 3.11 or later, and found none on the PATH."; exit 2; }
	@echo "Making a virtual environment in .venv (once)."
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "$(PYTHON) could not make a virtual environment; on Debian and Ubuntu: apt install python3-venv."; exit 2; }
	@touch $@

.venv/.installed: pyproject.toml | .venv/.made
	@echo "Installing Ludoteca in .venv and building its page (once)."
	@$(PIP) --editable . || { echo "Ludoteca's parts could not be installed: is a package index reachable?"; exit 2; }
	@touch $@

.venv/.dev: pyproject.toml | .venv/.made
	@echo "Installing Ludoteca and the test tools in .venv, and building its page (once)."
	@$(PIP) --editable ".[dev]" || { echo "The test tools could not be installed: is a package index reachable?"; exit 2; }
	@touch $@ .venv/.installed

.venv/.bench: pyproject.toml | .venv/.made
	@$(PIP) --editable ".[dev,bench]" || { echo "The bench's peers could not be installed."; exit 2; }
	@touch $@ .venv/.dev .venv/.installed
