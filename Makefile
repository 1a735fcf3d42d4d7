# Every command of the project. `make run` shows it; `make check`, `make test` and `make test-ci` are what CI runs.

.PHONY: tools estimate-debug estimate-release build release run run-scaled dev quick test test-ci test-scaled test-long check bench bench-scaled widget-figures dashboard-figures screenshots fmt clean
.DEFAULT_GOAL := build

# Written by every build of the widget, as the files of widget/dist are not.
WIDGET := widget/lib/index.js
DASHBOARD := dashboard/dist/index.html
DASHBOARD_SOURCES := $(shell find dashboard/src -type f 2>/dev/null) $(wildcard dashboard/*.ts dashboard/*.js dashboard/*.mjs dashboard/*.html) \
  dashboard/package.json dashboard/package-lock.json CHANGELOG.md
WIDGET_SOURCES := $(wildcard widget/src/*.ts widget/src/*/*.ts widget/src/*/*/*.ts) widget/build.mjs widget/mangled_names.mjs widget/package.json widget/package-lock.json

# Builds the program without a line for each library.
CARGO := @node scripts/building/cargo.mjs

build: estimate-release $(WIDGET) $(DASHBOARD)  ## The release binary: target/release/askline
	$(CARGO) build --release -p askline-server

release: estimate-release $(WIDGET) $(DASHBOARD)  ## Packages of every kind in dist/, for each processor whose Rust target is installed
	scripts/need.sh dpkg-deb python3-venv
	node scripts/release.mjs

run: estimate-debug $(WIDGET) $(DASHBOARD)  ## A demo with sample data: says where to look, how to sign in, and prints a key
	$(CARGO) build -p askline-server
	@"$${CARGO_TARGET_DIR:-target}/debug/askline" demo

run-scaled: estimate-debug $(WIDGET) $(DASHBOARD)  ## Three servers behind HAProxy on PostgreSQL with a replica, and Redis: prints the addresses, ends with Ctrl-C
	scripts/need.sh postgresql redis-server haproxy
	$(CARGO) build -p askline-server
	@node deploy/run_scaled.mjs

dev: estimate-debug $(WIDGET) $(DASHBOARD)  ## A server on ./data, for work on it
	$(CARGO) build -p askline-server
	@"$${CARGO_TARGET_DIR:-target}/debug/askline" serve --data data

check: $(WIDGET) $(DASHBOARD)  ## Everything that can be told without running the product
	scripts/check.sh

quick: $(WIDGET) $(DASHBOARD)  ## A round between two edits: form, lints, unit tests
	cargo fmt --all --check
	node scripts/testing/build.mjs --strict --units
	node scripts/test.mjs units widget dashboard

test: $(WIDGET) $(DASHBOARD)  ## Each promise once, with Rust, Node and a browser alone; ends with the counts
	node scripts/test.mjs

SUITES ?= ci
test-ci: $(WIDGET) $(DASHBOARD)  ## What CI adds to `make test`: servers, long tables, deployment, clients; or some suites with SUITES="servers scaled"
	node scripts/test.mjs $(SUITES)

test-scaled: $(WIDGET) $(DASHBOARD)  ## Several servers on PostgreSQL and Redis, and what of the HTTP suite reaches PostgreSQL in its own way
	node scripts/test.mjs scaled nodes

test-long: $(WIDGET) $(DASHBOARD)  ## Every test there is, once; before a release
	node scripts/test.mjs all

bench: build  ## Figures and their ratios to a bare server of the same run; more with ARGS=--large, the worst neighbors alone with ARGS=--neighbors
	scripts/need.sh wrk
	cargo run --release -p askline-bench -- $(ARGS)

bench-scaled: build  ## The same work on PostgreSQL and Redis, as ratios to the embedded stores; a site with 20 million events with ARGS=--large, ten million events moved there and back with ARGS=--moving
	scripts/need.sh wrk
	$(CARGO) build --release -p askline-bench
	scripts/with_servers.sh target/release/askline-bench --scaled $(ARGS)

widget-figures: $(WIDGET) $(DASHBOARD)  ## What the widget costs a reader on a slow machine
	scripts/need.sh chromium python3-venv
	$(CARGO) build -p askline-server
	scripts/packages.sh e2e && cd e2e && node figures/widget_figures.mjs && node figures/widget_on_theme.mjs

dashboard-figures: $(WIDGET) $(DASHBOARD)  ## What the dashboard costs the person before it, and the server
	scripts/need.sh chromium python3
	$(CARGO) build -p askline-server
	scripts/packages.sh e2e && cd e2e && node figures/dashboard_figures.mjs

screenshots: $(WIDGET) $(DASHBOARD)  ## What a reader and an owner see, as pictures in target/screenshots
	scripts/need.sh chromium openssl
	$(CARGO) build -p askline-server
	scripts/packages.sh e2e && cd e2e && node figures/screenshots.mjs

fmt:  ## Formats the sources
	cargo fmt --all
	scripts/packages.sh scripts/formatting && scripts/formatting/node_modules/.bin/biome format --write

clean:
	cargo clean
	rm -rf dist widget/dist widget/lib widget/node_modules dashboard/dist dashboard/node_modules e2e/node_modules scripts/formatting/node_modules clients/node_modules clients/dist clients/.venv clients/.venv-slow clients/python/.venv deploy/.venv scripts/release/.venv .venv

# What every build needs; one sentence for each tool that is missing or too old.
tools:
	@scripts/building/tools.sh

estimate-debug estimate-release: estimate-%: tools
	@node scripts/building/estimate.mjs $*

# Tools after the bar are checked first, and make nothing out of date.
$(WIDGET): $(WIDGET_SOURCES) | tools
	@echo "Building the widget"
	@scripts/packages.sh widget && cd widget && node ../scripts/building/quiet.mjs npm run --silent build

$(DASHBOARD): $(DASHBOARD_SOURCES) | tools
	@echo "Building the dashboard"
	@scripts/packages.sh dashboard && cd dashboard && node ../scripts/building/quiet.mjs npm run --silent build
