#!/usr/bin/env bash
# What linters report about the files in deploy/: the image, compose, the systemd unit. Run by `make check`.
set -euo pipefail
cd "$(dirname "$0")/.."

# The exposure that `systemd-analyze security` may report for the unit, in tenths: 12 today, of 100.
exposure_most=15

scripts/need.sh python3-venv systemd
tools=deploy/.venv
if ! cmp -s deploy/requirements.txt "$tools/requirements.txt"; then
  rm -rf "$tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: -r deploy/requirements.txt
  cp deploy/requirements.txt "$tools/requirements.txt"
fi
"$tools/bin/hadolint" --no-color deploy/Dockerfile
"$tools/bin/check-jsonschema" --builtin-schema vendor.compose-spec deploy/compose.yaml

# The unit unchanged, except for the path of the binary, which must exist to be verified.
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
sed "s#^ExecStart=/usr/local/bin/askline #ExecStart=$(command -v true) #" deploy/askline.service >"$folder/askline.service"
said="$(systemd-analyze verify --recursive-errors=no "$folder/askline.service" 2>&1)" || true
if [ -n "$said" ]; then
  echo "$said" >&2
  exit 1
fi
systemd-analyze security --offline=true --no-pager --threshold="$exposure_most" "$folder/askline.service" >"$folder/exposure" ||
  { cat "$folder/exposure" >&2; exit 1; }
echo "Dockerfile, compose.yaml and askline.service are sound"
