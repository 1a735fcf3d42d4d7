#!/usr/bin/env bash
# Everything that can be checked without running the product: format, lints, types, boundaries, generated files.
set -euo pipefail
cd "$(dirname "$0")/.."

# Prints what begins, and how long the step before took.
began=$SECONDS
step() {
  [ "$SECONDS" -eq 0 ] || echo "($((SECONDS - began)) s)"
  began=$SECONDS
  printf '\n== %s\n' "$*"
}
# The binary that the tests run, too.
askline() { "${CARGO_TARGET_DIR:-target}/debug/askline" "$@"; }

step "Rust: form"
cargo fmt --all --check

step "Rust: lints"
cargo clippy --workspace --lib --bins --test '*' --locked -- -D warnings

step "Crates: who knows whom"
scripts/boundaries.sh

step "Licences of what is built in"
node scripts/licences.mjs

step "Rust: documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet

step "Rust: everything that tests run, built once"
node scripts/testing/build.mjs

step "Sources, documents, manifests: the project's own rules, no dependency without a use among them"
node scripts/test.mjs tidy

step "Generated: docs/routes.md"
askline routes | diff -u docs/routes.md - ||
  { echo "docs/routes.md is out of date: cargo run -p askline-server -- routes > docs/routes.md" >&2; exit 1; }

step "Generated: docs/assistants.md"
askline assistants | diff -u docs/assistants.md - ||
  { echo "docs/assistants.md is out of date: cargo run -p askline-server -- assistants > docs/assistants.md" >&2; exit 1; }

step "OpenAPI: Redocly and Spectral, without a warning"
scripts/packages.sh clients
askline openapi > target/openapi.json
(cd clients && npm run --silent lint)

step "TypeScript: who imports whom"
node --test --test-reporter=dot scripts/imports.test.mjs
node scripts/imports.mjs

step "Widget: types and lints"
scripts/packages.sh widget
(cd widget && npm run --silent check)

step "Widget: the npm package"
[ -d widget/lib ] || (cd widget && npm run --silent build)
(cd widget && npm run --silent check:package)

step "Dashboard: client, words, types, lints"
scripts/packages.sh dashboard
(cd dashboard && node generate_client.mjs ../target/dashboard_api.d.ts < ../target/openapi.json)
diff -u dashboard/src/generated/api.d.ts target/dashboard_api.d.ts >/dev/null ||
  { echo "dashboard/src/generated is out of date: cd dashboard && npm run client" >&2; exit 1; }
rm -rf target/dashboard_words
cp -rp dashboard/src/words target/dashboard_words
(cd dashboard && npm run --silent words >/dev/null)
diff -ru target/dashboard_words dashboard/src/words ||
  { echo "dashboard/src/words is out of date: it was regenerated; translate what is missing" >&2; exit 1; }
# With their times: newer ones would make `make test` build the dashboard and the binary once more.
cp -rp target/dashboard_words/. dashboard/src/words
rm -r target/dashboard_words
(cd dashboard && npm run --silent check)

step "Deployment: image, compose, systemd unit"
scripts/check_deploy.sh

step "End to end: types"
scripts/packages.sh e2e
(cd e2e && npm run --silent check)

step "All checks passed, in $SECONDS s"
