#!/usr/bin/env bash
# Everything that can be checked without a running server: format, lints, types, boundaries, generated files.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/step.sh

# The binary that the tests run as well.
askline() { "${CARGO_TARGET_DIR:-target}/debug/askline" "$@"; }

# In parallel with the build, whose last crates leave a processor idle.
mkdir -p target
scripts/check_pages.sh >target/check_pages.log 2>&1 &
pages=$!
trap 'kill "$pages" 2>/dev/null || true' EXIT

step "Rust: formatting"
cargo fmt --all --check

step "Rust: everything that tests run, built once, with lints"
node scripts/testing/build.mjs --strict

step "Rust: every test is in one suite"
node --test --test-reporter=dot scripts/testing/rounds.test.mjs

step "Crates: who knows whom"
scripts/boundaries.sh

step "Licenses of what is built in"
node scripts/licenses.mjs

step "Rust: documentation"
RUSTC_WORKSPACE_WRAPPER=clippy-driver RUSTDOC="$PWD/scripts/rustdoc.sh" cargo test --doc --workspace --locked --quiet

step "Generated: docs/routes.md"
askline routes | diff -u docs/routes.md - ||
  { echo "docs/routes.md is out of date: cargo run -p askline-server -- routes > docs/routes.md" >&2; exit 1; }

step "Generated: docs/settings.md"
askline settings --document | diff -u docs/settings.md - ||
  { echo "docs/settings.md is out of date: cargo run -p askline-server -- settings --document > docs/settings.md" >&2; exit 1; }

step "Generated: docs/assistants.md"
askline assistants | diff -u docs/assistants.md - ||
  { echo "docs/assistants.md is out of date: cargo run -p askline-server -- assistants > docs/assistants.md" >&2; exit 1; }

step "OpenAPI: Redocly and Spectral, without a warning"
scripts/packages.sh clients
askline openapi > target/openapi.json
(cd clients && npm run --silent lint)

step "Pages, journeys, deployment: what ran beside all this"
passed=0
wait "$pages" || passed=$?
cat target/check_pages.log
[ "$passed" -eq 0 ] || exit "$passed"

step "Dashboard: client"
(cd dashboard && mkdir -p ../target/dashboard_generated &&
  node generate_client.mjs ../target/dashboard_generated/api.d.ts < ../target/openapi.json)
diff -ru dashboard/src/generated target/dashboard_generated >/dev/null ||
  { echo "dashboard/src/generated is out of date: cd dashboard && npm run client" >&2; exit 1; }

step "Clients: the packages for programs"
rm -rf target/generated_clients
node clients/generate.mjs target/generated_clients < target/openapi.json
(cd target/generated_clients && find . -type f) | while read -r file; do
  cmp -s "clients/$file" "target/generated_clients/$file" ||
    { echo "clients/${file#./} is out of date: askline openapi | node clients/generate.mjs" >&2; exit 1; }
done

step "Sources, documents, manifests: the project's own rules, no dependency without a use among them"
node scripts/test.mjs tidy

step "All checks passed, in $SECONDS s"
