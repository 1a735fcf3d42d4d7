#!/usr/bin/env bash
# Replaces rustdoc, as `RUSTDOC=scripts/rustdoc.sh cargo test --doc` starts it: writes a crate's pages, and fails if something is
# wrong with them. `cargo doc` would compile every dependency again, only for its types; this uses those of the tests.
set -euo pipefail

root="$(cd "$(dirname "$0")/.." && pwd)"
words=(-D warnings --out-dir "${CARGO_TARGET_DIR:-$root/target}/doc")
while [ $# -gt 0 ]; do
  case "$1" in
    --test) ;;
    --test-run-directory | --test-args | --test-runtool | --test-runtool-arg) shift ;;
    *) words+=("$1") ;;
  esac
  shift
done
exec rustdoc "${words[@]}"
