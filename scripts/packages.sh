#!/usr/bin/env bash
# Installs the npm packages of the given folders, each if its lock file differs from the last installed one. A failure
# whose cause is the network or the disk gets one sentence.
set -euo pipefail
cd "$(dirname "$0")/.."

for folder in "$@"; do
  installed="$folder/node_modules/.lock-installed"
  cmp --silent "$folder/package-lock.json" "$installed" && continue
  (cd "$folder" && node "$OLDPWD/scripts/building/quiet.mjs" npm ci --no-audit --no-fund --loglevel error)
  cp "$folder/package-lock.json" "$installed"
done
