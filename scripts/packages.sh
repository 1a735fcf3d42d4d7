#!/usr/bin/env bash
# Installs the npm packages of the folders named, each where its lock file is not what was installed last.
set -euo pipefail
cd "$(dirname "$0")/.."

for folder in "$@"; do
  installed="$folder/node_modules/.lock-installed"
  cmp --silent "$folder/package-lock.json" "$installed" && continue
  (cd "$folder" && npm ci --no-audit --no-fund --silent)
  cp "$folder/package-lock.json" "$installed"
done
