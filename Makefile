# Needs Python ≥ 3.11 with pip and venv, git and make. All else is set up in .venv; only `make test`
# also installs a browser, Debian's chromium, `make firefox` Debian's Firefox, and `make templates`
# Debian's Go, JDK and g++, where there is none.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
UV := 0.13.7
# uv takes a fifth of pip's time; where it has no wheel or does not reach the packages, pip does the work.
define install
$(PIP) install uv==$(UV) && $(BIN)/uv pip install --quiet --python $(BIN)/python $(1) || $(PIP) install $(1)
endef

# Compiled modules are kept: without them every program that the tests start takes twice as long.
unexport PYTHONDONTWRITEBYTECODE

SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

.PHONY: demo test lint types imports written unit coverage fuzz fuzz-rules browser firefox bench load lowest mutants docs packages templates compilers clean

demo: $(VENV)/.package  ## set up and show a short tour
	@$(BIN)/python examples/demo.py

test:  ## set up; lint, types, import rules, the site, tests
	$(MAKE) --no-print-directory --jobs 2 $(VENV)/.dev browser
	$(MAKE) --no-print-directory --jobs 2 --output-sync lint types imports docs written
	$(MAKE) --no-print-directory unit

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/oxlint --deny-warnings --format unix src docs

types: $(VENV)/.dev
	$(BIN)/mypy

imports: $(VENV)/.dev
	$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports

# Looking for the tests writes their compiled modules; without it each process of `unit` makes them all.
written: $(VENV)/.dev
	@$(BIN)/python -m pytest --collect-only -q >/dev/null

unit: $(VENV)/.dev browser
	$(BIN)/python -m pytest -n 3 --dist worksteal -q

coverage: $(VENV)/.dev browser  ## the tests once more, with what they reach: 95 % of the lines at least
	$(BIN)/python -m pytest -n 3 --dist worksteal --cov --cov-report=term -q

docs: $(VENV)/.dev  ## the site in build/docs: every page, picture and example; a warning is an error
	$(BIN)/python docs/making

fuzz: $(VENV)/.dev  ## the property tests with cases that no run has drawn before; TESTS=FILE for some
	HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest -n 2 --dist worksteal -q -m hypothesis $(TESTS)

fuzz-rules: $(VENV)/.dev  ## random programs, translated and by Python; PROGRAMS=200000 SEED=1 COMPILED=20
	$(BIN)/python bench/fuzz_rules.py --programs $(or $(PROGRAMS),10000) --seed $(or $(SEED),1) --compiled $(or $(COMPILED),0)

browser:  ## Debian's chromium for the tests of the page, if there is none: without windows where that is packaged
	command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || { $(SUDO) apt-get update -qq && { \
		$(SUDO) apt-get install -qq -y chromium-headless-shell || $(SUDO) apt-get install -qq -y chromium; }; }

firefox: $(VENV)/.dev  ## the tests of the page once more, in Debian's Firefox, which is installed if there is none
	command -v firefox-esr >/dev/null || { $(SUDO) apt-get update -qq && $(SUDO) apt-get install -qq -y --no-install-recommends firefox-esr; }
	ZERMELO_BROWSER=firefox $(BIN)/python -m pytest -q tests/page

bench: $(VENV)/.dev  ## print measured speeds; README=1 also writes them into README.md and docs/speed.md; PARTS="ends rows" for some
	@$(BIN)/python bench/run.py $(if $(README),--readme) $(PARTS)

load: $(VENV)/.dev  ## a class, ghosts, heavy neighbours, workers killed, the page opened; SCENES="class ghosts" for some
	@$(BIN)/python bench/load.py $(SCENES)

lowest: $(VENV)/.dev  ## tests of the service with the oldest packages that pyproject.toml allows
	$(PIP) install --upgrade --target $(VENV)/lowest $$($(BIN)/python -c "import tomllib; print(*(name.replace('>=', '==') for name in tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['web']))")
	PYTHONPATH=$(VENV)/lowest $(BIN)/python -m pytest -q tests/service --ignore tests/service/test_service_schema.py

packages: $(VENV)/.dev  ## the wheel and the sdist in empty environments, with each extra, the oldest packages, the newest Python
# PACKAGES="wheel[web] newest" for some; NEWEST=PATH of a Python
	@NEWEST=$(NEWEST) $(BIN)/python bench/packages.py $(PACKAGES)

mutants: $(VENV)/.dev  ## flip signs and comparisons in the methods, one by one; the tests must notice
# CASES="300 1000 5000": how many random games find how many of them; FILES=… for some files
	@CASES="$(CASES)" $(BIN)/python bench/mutants.py $(FILES)

templates: $(VENV)/.dev compilers  ## every template in every language against solve(); INSTANCES=5000 SEED=1
# LANGS="go java" PATTERNS="interval heap" for some
	@$(BIN)/python bench/templates.py --instances $(or $(INSTANCES),2000) --seed $(or $(SEED),1) --langs $(LANGS) --patterns $(PATTERNS)

compilers:  ## Debian's Go, JDK and g++, those that are missing
	@missing="$$(command -v go >/dev/null || echo golang-go) $$(command -v javac >/dev/null || echo default-jdk-headless) $$(command -v g++ >/dev/null || echo g++)"; \
	test -z "$$(echo $$missing)" || { $(SUDO) apt-get update -qq && $(SUDO) apt-get install -qq -y --no-install-recommends $$missing; }

$(VENV)/.package: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(call install,--editable .)
	touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.package
	$(call install,--requirement requirements-dev.txt)
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage build
