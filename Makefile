# Every target sets itself up: python3 (3.11 or newer) and make are all that must be there.
PYTHON ?= python3
HOST   ?=
PORT   ?=
ARGS   ?=
export HOST PORT ARGS

BIN    := .venv/bin
CHECKED := bench build_rules.py conftest.py src tests tools
# Two workers suit the machines we know; pytest-xdist hands the tests out.
JOBS   ?= 2
# Some tests call Node tools: they get the same Node as the page.
PYTEST := $(PYTHON) tools/node.py $(BIN)/python -m pytest

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test fast proofs bench wheel page lint format types page-checks pure compiled \
        dev chromium locks game clean strength

help: ## list the targets
	@echo "Filon. HOST=0.0.0.0 opens a game to the room, PORT=8080 chooses the port."
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 22

play: ## set up what is missing, then serve the games and open the browser
	@$(PYTHON) tools/play.py

test: dev page chromium lint types page-checks pure compiled ## everything: checks, engine on both builds, server, page
	@echo "make test: all of it passed."

fast: dev lint types ## the inner loop: checks, and the engine's tests on the sources
	$(PYTEST) -q -n $(JOBS) -m "engine and not long"

proofs: dev page chromium ## the long form of every proof; takes hours
	$(BIN)/python -m uv pip install --quiet --python $(BIN)/python "ray>=2.40"
	FILON_LONG=1 $(PYTEST) -n $(JOBS)
	FILON_LONG=1 $(PYTHON) tools/engine_tests.py -n $(JOBS)

bench: ## how fast the compiled engine is here
	@$(PYTHON) tools/fast.py
	@.venv-fast/bin/python bench/engine.py

strength: dev ## play every level against the one below, into docs/strength.md; can be interrupted
	@$(PYTHON) tools/fast.py tests
	.venv-fast/bin/python -m filon.lab.strength --workers $(JOBS) $(ARGS)

wheel: ## build dist/*.whl with the page inside
	@$(PYTHON) tools/wheel.py

page: ## build the page
	@$(PYTHON) tools/page.py

lint: dev ## ruff, codespell, and prettier and eslint for the page
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/codespell $(CHECKED) web docs README.md CONTRIBUTING.md CHANGELOG.md
	@$(PYTHON) tools/node.py npm run --silent lint

format: dev ## let ruff lay out the Python files, prettier and eslint the page
	$(BIN)/ruff check --fix $(CHECKED)
	$(BIN)/ruff format $(CHECKED)
	@$(PYTHON) tools/node.py npm run --silent format

types: dev ## mypy --strict
	$(BIN)/mypy

page-checks: dev ## types and unit tests of the page
	@$(PYTHON) tools/node.py npm run --silent check
	@$(PYTHON) tools/node.py npm run --silent test

pure: dev page chromium ## all Python tests on the sources, the page's in Chromium
	$(PYTEST) -n $(JOBS) -m "not long"

compiled: dev page ## the engine's tests once more, on the compiled wheel
	@$(PYTHON) tools/engine_tests.py -n $(JOBS)

dev:
	@$(PYTHON) tools/environment.py dev

chromium:
	@$(PYTHON) tools/chromium.py

locks: dev ## compute requirements/*.lock anew from pyproject.toml and requirements/*.in
	@$(PYTHON) tools/locks.py

game: dev ## a new game from the template: make game NAME=slug
	@$(BIN)/python tools/game.py $(NAME)

# Built things and environments only: games that people play lie in their own data folder.
clean: ## remove what make has built and installed; never a saved game
	rm -rf build dist .venv .venv-fast node_modules src/filon/server/page
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks mutants test-results
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
