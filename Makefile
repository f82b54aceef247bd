# Every target sets itself up: python3 (3.11 or newer) and make are all that must be there.
PYTHON ?= python3
HOST   ?=
PORT   ?=
ARGS   ?=
export HOST PORT ARGS

BIN    := .venv/bin
CHECKED := bench build_rules.py conftest.py src tests tools
# Three workers of the page's tests beside what else runs: a test waits half of its time for a page.
JOBS   ?= 3
# What only computes has one worker a core.
CORES  ?= 2
# Tests that share something costly stay on one worker (the mark xdist_group).
SPREAD := -n $(JOBS) --dist loadgroup

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test fast proofs bench bench-peers load reliability wheel release page site look shots lint format types page-checks pure compiled browser fuzz \
        rules coverage dev chromium postgresql locks game clean frozen strength waits paces mutants steady

help: ## list the targets
	@echo "Filon. HOST=0.0.0.0 opens the server to the network, PORT=8080 chooses the port."
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 22

play: ## set up what is missing, then serve the games and open the browser
	@$(PYTHON) tools/play.py

test: ## everything: checks, engine, server, page
	@$(PYTHON) tools/suite.py

steady: ## ten whole runs of make test in fresh clones, idle, busy and on one core: all must be green
	@$(PYTHON) tools/steady.py

fast: dev lint types ## while you work: checks, and the engine's tests on the sources
	@$(PYTHON) tools/tests.py engine -q $(SPREAD)

proofs: ## the long form of all tests, in parts of an hour; continues where it stopped (ARGS=--list)
	@$(PYTHON) tools/proofs.py

bench: ## the speed of engine and server, beside C and what bench-peers installed
	@$(PYTHON) tools/fast.py
	@.venv-fast/bin/python -m bench.tables --once --json build/load/games.json
	@.venv-fast/bin/python -m bench.beside $(ARGS)

bench-peers: ## install OpenSpiel, PettingZoo and boardgame.io's server for make bench and make load
	@$(PYTHON) tools/peers.py

load: ## the server under load, with idle tables, on both databases; beside boardgame.io if installed
	@$(PYTHON) tools/fast.py tests
	.venv-fast/bin/python -m bench.tables --json build/load/games.json $(ARGS)
	.venv-fast/bin/python -m bench.tables --held 5000 --games claim_it --json build/load/held.json
	.venv-fast/bin/python -m bench.tables --postgres --games claim_it --json build/load/databases.json
	.venv-fast/bin/python -m bench.slow --json build/load/probed.json

reliability: dev ## kills, leaks, attacks and load in their short form, written to docs/reliability.md
	@$(PYTHON) tools/fast.py tests
	rm -rf build/reliability
	FILON_COUNTS=build/reliability .venv-fast/bin/python -m pytest tests/tables/test_kill.py tests/server/test_leaks.py tests/server/test_front_door.py tests/server/test_api.py \
		tests/server/test_seats.py tests/server/test_socket.py -q -m "not long" -n $(CORES) --junitxml=build/reliability/tests.xml
	$(MAKE) load
	.venv-fast/bin/python -m bench.reliability build/reliability

mutants: dev page chromium ## mutation tests: break the product in named places; a test must detect each
	@$(BIN)/python tools/mutants.py --write $(ARGS)

frozen: ## build earlier releases in build/frozen, as opponents for the laboratory (sourdough@0.1)
	@$(PYTHON) tools/frozen.py $(ARGS)

strength: dev frozen ## play every level against the one below, for docs/strength.md; can be interrupted
	@$(PYTHON) tools/fast.py tests
	.venv-fast/bin/python -m filon.lab.strength --workers $(CORES) $(ARGS)
	.venv-fast/bin/python -m filon.lab.strength --engrave src/filon/games

waits: dev page chromium ## measure how long a person waits for the others, game by game, in Chromium
	@$(PYTHON) tools/fast.py tests
	.venv-fast/bin/python tests/browser/waits.py $(ARGS)

paces: dev page chromium ## measure how long bots think in a browser at a quarter of the speed
	@$(PYTHON) tools/fast.py tests
	.venv-fast/bin/python tests/browser/paces.py $(ARGS)

wheel: ## build a wheel and an sdist into dist/, with the page inside
	@$(PYTHON) tools/wheel.py

release: ## sdist and wheels for every Python here, if tag, version and changelog agree
	@$(PYTHON) tools/release.py $(ARGS)

site: ## build dist/site: the page with its Python, for any static web host
	@$(PYTHON) tools/site.py $(ARGS)

page: ## build the page
	@$(PYTHON) tools/page.py

look: dev page chromium ## compare pictures of the page with the accepted ones (ARGS=--accept, ARGS="--accept shelf")
	@$(BIN)/python tools/look.py $(ARGS)

shots: dev page chromium ## take pictures of all games at nine sizes, into build/shots
	@$(BIN)/python tools/shots.py $(ARGS)

lint: dev ## ruff, codespell, rules for imports and names, and prettier and eslint for the page
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/python tools/names.py
	$(BIN)/codespell $(CHECKED) web docs README.md CONTRIBUTING.md CHANGELOG.md
	@$(PYTHON) tools/node.py npm run --silent lint

format: dev ## format Python with ruff, the page with prettier and eslint
	$(BIN)/ruff check --fix $(CHECKED)
	$(BIN)/ruff format $(CHECKED)
	@$(PYTHON) tools/node.py npm run --silent format

types: dev ## mypy --strict
	$(BIN)/mypy

page-checks: dev ## types and unit tests of the page
	@$(PYTHON) tools/node.py npm run --silent check
	@$(PYTHON) tools/node.py npm run --silent test

# Compiling takes half as long at -O1, and what it makes does the same.
rules compiled browser fuzz coverage: export FILON_OPT ?= 1

compiled: dev page ## the Python tests on the compiled wheel, without the page's and fuzzing
	@$(PYTHON) tools/tests.py compiled -n $(CORES) --dist loadgroup

browser: dev page chromium ## the page's tests, in Chromium
	@$(PYTHON) tools/tests.py browser $(SPREAD)

fuzz: dev page ## random requests: every answer is one that the API describes
	@$(PYTHON) tools/tests.py fuzz

pure: dev ## tests that need the sources: planted faults, golden games, clauses
	@$(PYTHON) tools/tests.py pure -n $(CORES) --dist loadgroup

coverage: dev page postgresql ## measure the lines that the tests of both builds reach
	@rm -rf build/coverage && mkdir -p build/coverage
	@FILON_COVER=$(CURDIR)/build/coverage $(PYTHON) tools/tests.py compiled -q -n $(CORES) --dist loadgroup
	@FILON_COVER=$(CURDIR)/build/coverage $(PYTHON) tools/tests.py pure -q -n $(CORES) --dist loadgroup
	@cd build/coverage && ../../$(BIN)/coverage combine --rcfile ../../pyproject.toml -q --keep all sources
	@cd build/coverage && ../../$(BIN)/coverage report --rcfile ../../pyproject.toml --skip-covered

rules: dev ## compile the rules, so that later builds take seconds
	@$(PYTHON) tools/fast.py tests rules

dev:
	@$(PYTHON) tools/environment.py dev

chromium:
	@$(PYTHON) tools/chromium.py

postgresql:
	@$(PYTHON) tests/support/postgresql.py

locks: dev ## compute requirements/*.lock again from pyproject.toml and requirements/*.in
	@$(PYTHON) tools/locks.py

game: dev ## a new game from the template: make game NAME=slug
	@$(BIN)/python tools/game.py $(NAME)

# Built things and environments only: games that people play lie in their own data folder.
clean: ## remove what make built and installed; never a saved game
	rm -rf build dist .venv .venv-fast .venv-peers node_modules src/filon/server/page
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis test-results
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
