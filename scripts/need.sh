#!/usr/bin/env bash
# Checks that programs are installed: `need.sh chromium wrk`. On Debian and Ubuntu it installs missing ones
# (as root, or with sudo); elsewhere it names them and fails.
set -euo pipefail

has() {
  case "$1" in
    chromium) command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome ;;
    webkit2gtk-driver) command -v WebKitWebDriver ;;
    xvfb) command -v Xvfb && command -v xvfb-run ;;
    systemd) command -v systemd-analyze ;;
    prometheus) command -v promtool ;;
    # Debian installs these programs outside of the path of ordinary users.
    nginx | pgbouncer | haproxy | postfix) PATH="$PATH:/usr/sbin" command -v "$1" ;;
    postgresql) ls /usr/lib/postgresql/*/bin/postgres ;;
    golang-go) command -v go ;;
    golang-gopkg-validator.v2-dev) ls /usr/share/gocode/src/gopkg.in/validator.v2 ;;
    python3-venv) python3 -c 'import ensurepip, venv' ;;
    *) command -v "$1" ;;
  esac >/dev/null 2>&1
}

missing=()
for name in "$@"; do
  has "$name" || missing+=("$name")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "Please install: ${missing[*]}" >&2
  exit 1
fi
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
echo "Installing ${missing[*]}" >&2
packages=()
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
# The browser without windows takes half of the processor time.
package_of() {
  if [ "$1" = chromium ] && apt-cache show chromium-headless-shell >/dev/null 2>&1; then echo chromium-headless-shell; else echo "$1"; fi
}
for name in "${missing[@]}"; do packages+=("$(package_of "$name")"); done
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
for name in "${missing[@]}"; do
  has "$name" || { echo "$name is still missing after its installation" >&2; exit 1; }
done
