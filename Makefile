# Every target sets itself up: python3 (3.11 or newer) and make are all that must be there.
PYTHON ?= python3
HOST   ?=
PORT   ?=
ARGS   ?=
export HOST PORT ARGS

BIN    := .venv/bin
CHECKED := bench build_rules.py conftest.py src tests tools
# Four workers for two cores: half of the time a test waits for a page or a server to answer.
JOBS   ?= 4
# What only computes has one worker a core.
CORES  ?= 2
# Tests that share something costly stay on one worker (the mark xdist_group).
SPREAD := -n $(JOBS) --dist loadgroup

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test fast proofs bench bench-peers wheel page shots lint format types page-checks pure compiled \
        rules coverage dev chromium postgresql locks game clean strength waits

help: ## list the targets
	@echo "Filon. HOST=0.0.0.0 opens a game to the room, PORT=8080 chooses the port."
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 22

play: ## set up what is missing, then serve the games and open the browser
	@$(PYTHON) tools/play.py

test: ## everything: checks, engine on both builds, server, page
	@$(PYTHON) tools/suite.py

fast: dev lint types ## the inner loop: checks, and the engine's tests on the sources
	@$(PYTHON) tools/tests.py pure -q $(SPREAD)

proofs: dev page chromium ## the long form of every proof; takes hours
	@$(PYTHON) tools/fast.py tests
	$(BIN)/python -m uv pip install --quiet --python .venv-fast/bin/python "ray>=2.40"
	FILON_LONG=1 $(PYTHON) tools/tests.py compiled $(SPREAD)
	FILON_LONG=1 $(PYTHON) tools/tests.py pure $(SPREAD)
	.venv-fast/bin/python bench/thinking.py

bench: ## how fast the compiled engine is here, beside C and whatever bench-peers installed
	@$(PYTHON) tools/fast.py
	@.venv-fast/bin/python bench/beside.py $(ARGS)

bench-peers: ## OpenSpiel and PettingZoo in an environment of their own, for make bench
	@$(PYTHON) tools/peers.py

strength: dev ## play every level against the one below, into docs/strength.md; can be interrupted
	@$(PYTHON) tools/fast.py tests
	.venv-fast/bin/python -m filon.lab.strength --workers $(CORES) $(ARGS)

waits: dev page chromium ## how long a person waits for the others, game by game, in Chromium
	@$(PYTHON) tools/fast.py tests
	.venv-fast/bin/python tests/browser/waits.py $(ARGS)

wheel: ## build dist/*.whl with the page inside
	@$(PYTHON) tools/wheel.py

page: ## build the page
	@$(PYTHON) tools/page.py

shots: dev page chromium ## pictures of all games at nine sizes, into build/shots: look at them
	@$(BIN)/python tools/shots.py $(ARGS)

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

compiled: dev page chromium ## all Python tests on the compiled wheel, the page's in Chromium
	@$(PYTHON) tools/tests.py compiled $(SPREAD)

pure: dev ## the engine's tests on the sources
	@$(PYTHON) tools/tests.py pure -n $(CORES) --dist loadgroup

# After make test: what the tests of both builds reached together.
coverage:
	@cd build/coverage && ../../$(BIN)/coverage combine --rcfile ../../pyproject.toml -q --keep all engine
	@cd build/coverage && ../../$(BIN)/coverage report --rcfile ../../pyproject.toml --skip-covered

rules: dev ## compile the rules; whatever needs them compiled finds them ready then
	@$(PYTHON) tools/fast.py tests rules

dev:
	@$(PYTHON) tools/environment.py dev

chromium:
	@$(PYTHON) tools/chromium.py

postgresql:
	@$(PYTHON) tests/postgresql.py

locks: dev ## compute requirements/*.lock anew from pyproject.toml and requirements/*.in
	@$(PYTHON) tools/locks.py

game: dev ## a new game from the template: make game NAME=slug
	@$(BIN)/python tools/game.py $(NAME)

# Built things and environments only: games that people play lie in their own data folder.
clean: ## remove what make has built and installed; never a saved game
	rm -rf build dist .venv .venv-fast .venv-peers node_modules src/filon/server/page
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis test-results
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
