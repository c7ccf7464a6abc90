# Everything runs in a virtual environment, made on first use: .venv, or another one for another Python, as in
# make test PYTHON=python3.13 VENV=.venv-3.13.
# ARGS are passed on: make play ARGS="--port 9000", make console GAME=latice ARGS="--bot 2=3".

PYTHON ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,$(shell $(p) -c \
	'import sys; sys.version_info >= (3, 11) and print("$(p)")' 2>/dev/null)))
VENV ?= .venv
BIN := $(VENV)/bin
PIP := -m pip -qq --disable-pip-version-check install
GAME ?= flooding

.PHONY: play console page native try-native test test-slow test-all lint check workflows coverage bench soak goldens lock audit pythons wheels test-debian docs pictures clean clean-native

play: try-native  ## start the server and open your browser: play here, or with others on this network
	@$(BIN)/python tools/page.py || { echo "There is no page, but 'make console' plays in this terminal."; exit 2; }
	@$(BIN)/ludoteca serve $(ARGS)

console: try-native  ## play in this terminal
	@$(BIN)/ludoteca play $(GAME) $(ARGS)

page: $(VENV)/.play  ## build the page from web/, if it has changed
	@$(BIN)/python tools/page.py

native: $(VENV)/.play  ## compile core, rules, search and rooms beside their sources
	@$(BIN)/python tools/native.py

# Playing uses compiled code if possible; otherwise one sentence says why not, and plain Python plays.
try-native: $(VENV)/.play
	@$(BIN)/python tools/native.py || true

test: $(VENV)/.dev  ## run the tests, except the slow ones; takes some minutes
	@$(BIN)/python tools/page.py || echo "The tests that need the page will fail."
	$(BIN)/pytest -m "not slow" $(ARGS)

# The quick tests run plain Python; the slow ones run what was compiled, so that both are tried and long games are short.
test-slow: $(VENV)/.dev try-native  ## run the slow tests, with compiled code if possible
	LUDOTECA_PLAIN=0 $(BIN)/pytest -m slow $(ARGS)

test-all: test test-slow

lint: $(VENV)/.dev  ## run the linters, in seconds
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/retired_names.py
	$(BIN)/python -m tools.translations

check: lint  ## run linters and type checkers, and the tests of the page's code
	$(BIN)/mypy
	$(BIN)/python tools/page.py check

coverage: $(VENV)/.dev  ## measure which lines the quick tests run, as plain Python, in all processes; takes minutes
	rm -rf build/coverage && mkdir -p build/coverage
	LUDOTECA_PLAIN=1 COVERAGE_CORE=$$($(BIN)/python -c 'import sys; print("sysmon" if sys.version_info >= (3, 12) else "ctrace")') \
		$(BIN)/python -m coverage run -m pytest -m "not slow" --ignore=tests/browser $(ARGS)
	$(BIN)/python -m coverage combine -q
	$(BIN)/python -m coverage html -q -d build/coverage/html
	$(BIN)/python -m tools.coverage_gate

workflows: $(VENV)-tools/.made  ## check the files of GitHub Actions and of pre-commit, offline
	$(VENV)-tools/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(VENV)-tools/bin/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(VENV)-tools/bin/zizmor --offline --quiet --no-progress .github

bench: $(VENV)/.bench native  ## measure speed, as ratios within one run
	$(BIN)/python -m bench
	$(BIN)/python -m bench.rooms
	$(BIN)/python -m bench.drawing
	$(BIN)/python -m bench.startup

soak: $(VENV)/.dev try-native  ## run honest players under attack for an hour; a short run: ARGS="--calm 30 --attack 30"
	$(BIN)/python -m bench.soak $(ARGS)

goldens: $(VENV)/.dev  ## rewrite the golden games; read the diff before committing it
	$(BIN)/python tests/golden/make.py

lock: $(VENV)-tools/.made  ## rewrite requirements/; ARGS=--upgrade takes the newest versions
	@$(VENV)-tools/bin/python -m tools.lock $(ARGS)

audit: $(VENV)-tools/.made  ## look up known vulnerabilities of all locked packages, Python and npm
	@$(VENV)-tools/bin/python -m tools.audit

docs: $(VENV)/.docs  ## build the documentation site into build/docs; a broken link or reference fails
	$(BIN)/sphinx-build -W --keep-going -q -b html -d build/doctrees docs build/docs

pictures: $(VENV)/.dev $(VENV)/.docs page  ## make the pictures of the documentation again, in Chromium
	$(BIN)/python -m tools.screenshots
	$(BIN)/python -m tools.terminal_picture

wheels: $(VENV)-wheels/.made page  ## build sdist and wheels with every Python here and try each; takes minutes
	$(VENV)-wheels/bin/python -m tools.wheels $(ARGS)

test-debian: $(VENV)/.dev page  ## run the tests with Python 3.14 from a newer Debian, made by debootstrap; needs root
	$(BIN)/python -m tools.debian_python $(ARGS)

pythons:  ## print the oldest and the newest usable Python on this machine
	@$(PYTHON) tools/pythons.py

clean-native:  ## remove the compiled modules
	@$(PYTHON) tools/native.py --remove

clean: clean-native
	rm -rf $(VENV) .venv-* dist build .pytest_cache .hypothesis .mypy_cache .ruff_cache
	rm -rf web/node_modules src/ludoteca/server/page

$(VENV)/.made $(VENV)-tools/.bare $(VENV)-wheels/.bare:
	@test -n "$(PYTHON)" || { echo "Ludoteca needs Python 3.11 or later, but there is none on the PATH."; exit 2; }
	@echo "Making a virtual environment in $(@D) (once)."
	@$(PYTHON) -m venv $(@D) || { rm -rf $(@D); \
		echo "$(PYTHON) could not make a virtual environment; on Debian and Ubuntu: apt install python3-venv."; exit 2; }
	@touch $@

# Install only what is locked, including build tools; then Ludoteca itself, without further dependencies.
$(VENV)/.%: requirements/%.txt pyproject.toml | $(VENV)/.made
	@echo "Installing Ludoteca and requirements/$*.txt in $(VENV), and building its page (once)."
	@$(BIN)/python $(PIP) --require-hashes --requirement $< && \
		$(BIN)/python $(PIP) --no-deps --no-build-isolation --editable . || \
		{ echo "The dependencies could not be installed: is a package index reachable?"; exit 2; }
	@touch $@

$(VENV)-%/.made: requirements/%.txt | $(VENV)-%/.bare
	@$(@D)/bin/python $(PIP) --require-hashes --requirement $< || \
		{ echo "The tools could not be installed: is a package index reachable?"; exit 2; }
	@touch $@
