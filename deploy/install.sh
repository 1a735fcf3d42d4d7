#!/bin/sh
# Installs Askline from a release for one user, or as root for everyone: `sh install.sh --help`. It downloads the
# checksums and the archive for this processor, compares them, tries the binary, and copies files. Nothing is started,
# no account is created, and no other file is changed.
set -eu

# The address of the release, filled in when the release is made. If it is empty: the folder of this file.
RELEASE=''

usage() {
  cat <<'TEXT'
Usage: sh install.sh [--prefix DIR] [--dry-run]

  --prefix DIR  where to install: DIR/bin, DIR/share (default: ~/.local; /usr/local for root)
  --dry-run     say what would be done, and do nothing

  ASKLINE_DIST  the release: a folder with SHA256SUMS and the archive, or its address (https://…)
TEXT
}

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

# fetch NAME FILE: copies a file of the release.
fetch() {
  case "$dist" in
    http://* | https://*)
      if has curl; then
        curl --fail --silent --show-error --location --output "$2" "$dist/$1" || fail "cannot download $dist/$1"
      elif has wget; then
        wget --quiet --output-document "$2" "$dist/$1" || fail "cannot download $dist/$1"
      else
        fail "neither curl nor wget is installed"
      fi
      ;;
    *)
      [ -r "$dist/$1" ] || fail "there is no $dist/$1"
      cp "$dist/$1" "$2"
      ;;
  esac
}

digest() {
  if has sha256sum; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# put MODE SOURCE TARGET: replaces a file in one step, so that a running server keeps the file that it has.
put() {
  mkdir -p "$(dirname "$3")"
  cp "$2" "$3.new"
  chmod "$1" "$3.new"
  mv -f "$3.new" "$3"
  say "  $3"
}

choose_release() {
  dist="${ASKLINE_DIST:-$RELEASE}"
  [ -n "$dist" ] || dist="$(dirname "$0")"
  dist="${dist#file://}"
  dist="${dist%/}"
  case "$dist" in
    http://127.0.0.1* | http://localhost* | http://\[::1\]*) ;;
    http://*) fail "$dist is not encrypted: use an address with https" ;;
    https://*) ;;
    *) [ -r "$dist/SHA256SUMS" ] || fail "there is no release in $dist: set ASKLINE_DIST to a folder or an address" ;;
  esac
}

choose_machine() {
  [ "$(uname -s)" = Linux ] || fail "releases are for Linux; this is $(uname -s)"
  case "$(uname -m)" in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "there is no release for the processor $(uname -m)" ;;
  esac
}

main() {
  prefix="$HOME/.local"
  [ "$(id -u)" -ne 0 ] || prefix=/usr/local
  is_dry=no
  while [ $# -gt 0 ]; do
    case "$1" in
      --prefix)
        [ $# -ge 2 ] || fail "--prefix needs a folder"
        prefix="$2"
        shift
        ;;
      --dry-run) is_dry=yes ;;
      --help | -h)
        usage
        exit 0
        ;;
      *) fail "unknown option $1 (see --help)" ;;
    esac
    shift
  done
  choose_release
  choose_machine
  has sha256sum || has shasum || fail "neither sha256sum nor shasum is installed: the download cannot be checked"

  work="$(mktemp -d)"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  fetch SHA256SUMS "$work/SHA256SUMS"
  line="$(grep -E "^[0-9a-f]{64}  askline-[0-9A-Za-z.+-]+-linux-$machine\.tar\.gz\$" "$work/SHA256SUMS" || true)"
  [ "$(printf '%s' "$line" | grep -c .)" -eq 1 ] || fail "$dist/SHA256SUMS names no archive for $machine, or more than one"
  expected="${line%% *}"
  archive="${line##* }"
  say "Archive:  $dist/$archive"
  say "SHA-256:  $expected"
  say "Into:     $prefix"
  if [ "$is_dry" = yes ]; then
    say "Nothing was done (--dry-run)."
    exit 0
  fi

  fetch "$archive" "$work/$archive"
  found="$(digest "$work/$archive")"
  [ "$found" = "$expected" ] || fail "$archive is not what SHA256SUMS says: it has $found. Nothing was installed."
  say "The checksum matches."
  tar -xzf "$work/$archive" -C "$work"
  files="$work/${archive%.tar.gz}"
  version="$("$files/askline" --version)" || fail "the binary does not run on this machine. Nothing was installed."

  say "Installing $version:"
  put 755 "$files/askline" "$prefix/bin/askline"
  put 644 "$files/completions/bash/askline" "$prefix/share/bash-completion/completions/askline"
  put 644 "$files/completions/zsh/_askline" "$prefix/share/zsh/site-functions/_askline"
  put 644 "$files/completions/fish/askline.fish" "$prefix/share/fish/vendor_completions.d/askline.fish"
  for page in "$files"/man/*; do
    put 644 "$page" "$prefix/share/man/man1/$(basename "$page")"
  done

  case ":$PATH:" in
    *":$prefix/bin:"*) call=askline ;;
    *)
      call="$prefix/bin/askline"
      say "$prefix/bin is not in your PATH; add it, or call the binary by its path."
      ;;
  esac
  say "Try it with sample data: $call demo"
  say "Run it:                  $call serve --data ~/askline"
}

# The shell reads all of the script before it runs any of it, so an incomplete download does nothing.
main "$@"
