# Everything runs in a virtual environment of its own, made on first use: .venv, or another for another Python, as in
# make test PYTHON=python3.13 VENV=.venv-3.13.
# ARGS are handed on: make play ARGS="--port 9000", make console GAME=latice ARGS="--bot 2=3".

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,$(shell $(p) -c \
	'import sys; sys.version_info >= (3, 11) and print("$(p)")' 2>/dev/null)))
VENV ?= .venv
BIN := $(VENV)/bin
PIP := -m pip -qq --disable-pip-version-check install
GAME ?= flooding

.PHONY: play console page native try-native test test-slow test-all check bench soak goldens lock audit pythons clean clean-native

play: try-native  ## open the house in your browser: play here, or with others on this network
	@$(BIN)/python tools/page.py || { echo "Without its page: make console plays in this terminal."; exit 2; }
	@$(BIN)/ludoteca serve $(ARGS)

console: try-native  ## play in this terminal
	@$(BIN)/ludoteca play $(GAME) $(ARGS)

page: $(VENV)/.play  ## build the page from web/, if anything has changed
	@$(BIN)/python tools/page.py

native: $(VENV)/.play  ## compile core, rules and search beside their sources
	@$(BIN)/python tools/native.py

# Whoever plays gets compiled code where that can be had; if not, one sentence says why, and plain Python plays.
try-native: $(VENV)/.play
	@$(BIN)/python tools/native.py || true

test: $(VENV)/.dev  ## the tests, some minutes
	@$(BIN)/python tools/page.py || echo "The tests that need the page will fail."
	$(BIN)/pytest -m "not slow" $(ARGS)

test-slow: $(VENV)/.dev  ## the long sweeps
	$(BIN)/pytest -m slow $(ARGS)

test-all: test test-slow

check: $(VENV)/.dev  ## linters and type checkers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/page.py check

bench: $(VENV)/.bench native  ## speed, as ratios to a yardstick or a peer in the same run
	$(BIN)/python -m bench
	$(BIN)/python -m bench.rooms

soak: $(VENV)/.dev try-native  ## an hour of honest players under attack; ARGS="--calm 60 --attack 60" is enough for CI
	$(BIN)/python -m bench.soak $(ARGS)

goldens: $(VENV)/.dev  ## write the golden games anew; read the difference before committing it
	$(BIN)/python tests/golden/make.py

lock: $(VENV)-tools/.made  ## write requirements/ anew; ARGS=--upgrade takes the newest versions
	@$(VENV)-tools/bin/python -m tools.lock $(ARGS)

audit: $(VENV)-tools/.made  ## ask whether anything that is locked has a known vulnerability, in either language
	@$(VENV)-tools/bin/python -m tools.audit

pythons:  ## the oldest and the newest Python here that Ludoteca runs on
	@$(PYTHON) tools/pythons.py

clean-native:  ## remove what `make native` made
	@$(PYTHON) tools/native.py --remove

clean: clean-native
	rm -rf $(VENV) .venv-* dist build .pytest_cache .hypothesis .mypy_cache .ruff_cache
	rm -rf web/node_modules src/ludoteca/server/page

$(VENV)/.made $(VENV)-tools/.bare:
	@test -n "$(PYTHON)" || { echo "Ludoteca needs Python 3.11 or later, and found none on the PATH."; exit 2; }
	@echo "Making a virtual environment in $(@D) (once)."
	@$(PYTHON) -m venv $(@D) || { rm -rf $(@D); \
		echo "$(PYTHON) could not make a virtual environment; on Debian and Ubuntu: apt install python3-venv."; exit 2; }
	@touch $@

# Only what is locked is installed, build tools among it; then Ludoteca itself, which may ask for nothing more.
$(VENV)/.%: requirements/%.txt pyproject.toml | $(VENV)/.made
	@echo "Installing Ludoteca and requirements/$*.txt in $(VENV), and building its page (once)."
	@$(BIN)/python $(PIP) --require-hashes --requirement $< && \
		$(BIN)/python $(PIP) --no-deps --no-build-isolation --editable . || \
		{ echo "Ludoteca's parts could not be installed: is a package index reachable?"; exit 2; }
	@touch $@

$(VENV)-tools/.made: requirements/tools.txt | $(VENV)-tools/.bare
	@$(@D)/bin/python $(PIP) --require-hashes --requirement $< || \
		{ echo "The tools could not be installed: is a package index reachable?"; exit 2; }
	@touch $@
