#!/usr/bin/env bash
# The part of `make check` that needs no compiled Rust: the pages, the journeys' types, the files in deploy/.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/step.sh

step "TypeScript and JavaScript: formatting"
scripts/packages.sh scripts/formatting
scripts/formatting/node_modules/.bin/biome format ||
  { echo "run: make fmt" >&2; exit 1; }

step "TypeScript: who imports whom"
node --test --test-reporter=dot scripts/imports.test.mjs
node scripts/imports.mjs

step "Builds: tools that are missing, progress, why a build failed"
node --test --test-reporter=dot scripts/building/building.test.mjs

step "Tests: tiers, workflows, waiting"
node --test --test-reporter=dot scripts/testing/progress.test.mjs scripts/testing/tiers.test.mjs \
  scripts/testing/workflows.test.mjs scripts/testing/waits.test.mjs

step "Widget: types and lints"
scripts/packages.sh widget
(cd widget && npm run --silent check)

step "Widget: the npm package"
[ -d widget/lib ] || (cd widget && npm run --silent build)
(cd widget && npm run --silent check:package)

step "Dashboard: words, types, lints"
scripts/packages.sh dashboard
rm -rf target/dashboard_words
cp -rp dashboard/src/words target/dashboard_words
(cd dashboard && npm run --silent words >/dev/null)
diff -ru target/dashboard_words dashboard/src/words ||
  { echo "dashboard/src/words is out of date: it was regenerated; translate what is missing" >&2; exit 1; }
# With their modification times: newer ones would make `make test` build the dashboard and the binary again.
cp -rp target/dashboard_words/. dashboard/src/words
rm -r target/dashboard_words
(cd dashboard && npm run --silent check)

step "Deployment: image, compose, systemd unit"
scripts/check_deploy.sh

step "End to end: types"
scripts/packages.sh e2e
(cd e2e && npm run --silent check)
echo "($((SECONDS - began)) s)"
