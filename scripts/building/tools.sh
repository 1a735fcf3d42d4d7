#!/usr/bin/env bash
# Checks that Rust, Node and a C compiler are there and new enough. Each one that is not gets one sentence that says
# what to do. Uses nothing but the shell, so that it works wherever `make` does.
set -euo pipefail
cd "${BASH_SOURCE[0]%/*}/../.."

found=0
missing() {
  echo "$1" >&2
  found=1
}

# The first match of an expression's first group in a file.
setting() {
  local line
  while IFS= read -r line; do
    [[ $line =~ $2 ]] && { echo "${BASH_REMATCH[1]}"; return; }
  done <"$1"
  echo "$1 says nothing that matches $2" >&2
  exit 1
}

# Whether version $1, such as 1.95.0, is at least version $2, such as 1.95.
at_least() {
  local major minor least_major least_minor
  IFS=. read -r major minor _ <<<"$1"
  IFS=. read -r least_major least_minor _ <<<"$2"
  ((major > least_major || (major == least_major && ${minor:-0} >= ${least_minor:-0})))
}

rust=$(setting Cargo.toml '^rust-version = "([0-9.]+)"')
node=$(setting dashboard/package.json '"node": ">=([0-9.]+)"')

if ! command -v cargo >/dev/null || ! command -v rustc >/dev/null; then
  missing "Rust is missing: install Rust $rust or newer from https://rustup.rs, open a new terminal, and run the command again."
elif ! version=$(rustc --version 2>/dev/null) || ! [[ $version =~ ^rustc\ ([0-9]+\.[0-9]+) ]]; then
  missing "Rust is installed but rustc does not start: run \`rustup toolchain install stable\` and \`rustup default stable\`, and then the command again."
elif ! at_least "${BASH_REMATCH[1]}" "$rust"; then
  missing "Rust ${BASH_REMATCH[1]} is too old: run \`rustup update\` to get Rust $rust or newer, and then the command again."
fi

if ! command -v node >/dev/null; then
  missing "Node is missing: install Node $node or newer from https://nodejs.org, and run the command again."
elif ! version=$(node --version 2>/dev/null) || ! [[ $version =~ ^v([0-9]+\.[0-9]+) ]]; then
  missing "Node is installed but does not start: install Node $node or newer from https://nodejs.org, and run the command again."
elif ! at_least "${BASH_REMATCH[1]}" "$node"; then
  missing "Node ${BASH_REMATCH[1]} is too old: install Node $node or newer from https://nodejs.org, and run the command again."
elif ! command -v npm >/dev/null; then
  missing "npm is missing: install it (on Debian and Ubuntu: apt install npm), and run the command again."
fi

compiler=${CC:-cc}
if ! command -v "$compiler" >/dev/null; then
  missing "A C compiler is missing ($compiler): install one (on Debian and Ubuntu: apt install build-essential; on macOS: xcode-select --install), and run the command again."
elif ! "$compiler" -fsyntax-only -x c - <<<'#include <stdlib.h>' 2>/dev/null; then
  missing "The C compiler $compiler cannot compile a program, usually because the C library's headers are missing: install them (on Debian and Ubuntu: apt install build-essential; on macOS: xcode-select --install), and run the command again."
fi

exit "$found"
