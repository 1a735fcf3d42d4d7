#!/usr/bin/env bash
# Installs the npm packages of the given folders, each if its lock file differs from the last installed one.
set -euo pipefail
cd "$(dirname "$0")/.."

for folder in "$@"; do
  installed="$folder/node_modules/.lock-installed"
  cmp --silent "$folder/package-lock.json" "$installed" && continue
  (cd "$folder" && npm ci --no-audit --no-fund --silent)
  cp "$folder/package-lock.json" "$installed"
done
