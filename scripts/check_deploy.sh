#!/usr/bin/env bash
# Lints the files in deploy/ and .github/: the image, compose, HAProxy, the chart, alert rules and board, the systemd
# units, scripts; workflows, forms for issues, updates of dependencies. Run by `make check`.
set -euo pipefail
cd "$(dirname "$0")/.."

# The exposure that `systemd-analyze security` may report for the unit, in tenths: 12 today, of 100.
exposure_most=15

scripts/need.sh python3-venv systemd haproxy prometheus
tools=deploy/.venv
if ! cmp -s deploy/requirements.txt "$tools/requirements.txt"; then
  rm -rf "$tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --no-compile --disable-pip-version-check --only-binary :all: -r deploy/requirements.txt
  cp deploy/requirements.txt "$tools/requirements.txt"
fi
"$tools/bin/hadolint" --no-color deploy/Dockerfile
"$tools/bin/check-jsonschema" --builtin-schema vendor.compose-spec deploy/compose.yaml deploy/compose.scaled.yaml
"$tools/bin/check-jsonschema" --check-metaschema deploy/helm/values.schema.json
"$tools/bin/python" deploy/check_chart.py
"$tools/bin/python" deploy/check_figures.py

# HAProxy checks its configuration, with addresses of this machine, because those of containers have no meaning here.
said="$(PATH="$PATH:/usr/sbin" ASKLINE_NODE_1=127.0.0.1:1 ASKLINE_NODE_2=127.0.0.1:2 ASKLINE_NODE_3=127.0.0.1:3 haproxy -c -V -f deploy/haproxy.cfg 2>&1)" ||
  { echo "$said" >&2; exit 1; }
if grep -E 'WARNING|ALERT' <<<"$said" >&2; then exit 1; fi
# By default, HAProxy sends requests to the servers that compose starts.
for number in 1 2 3; do
  grep -q "presetenv ASKLINE_NODE_$number \"askline$number:8080\"" deploy/haproxy.cfg && grep -q "^  askline$number:" deploy/compose.scaled.yaml ||
    { echo "haproxy.cfg and compose.scaled.yaml differ in server $number" >&2; exit 1; }
done
"$tools/bin/shellcheck" deploy/install.sh deploy/image_tree.sh deploy/debian/{postinst,prerm,postrm}
# With shellcheck in its path, actionlint also checks the workflow's commands.
PATH="$PWD/$tools/bin:$PATH" "$tools/bin/actionlint" -no-color .github/workflows/*.yml
"$tools/bin/zizmor" --offline --no-progress --quiet .github
"$tools/bin/check-jsonschema" --builtin-schema vendor.dependabot .github/dependabot.yml
"$tools/bin/check-jsonschema" --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
"$tools/bin/check-jsonschema" --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/idea.yml

# The units unchanged, except for the path of the binary, which must exist to be verified.
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/own" "$folder/package"
cp deploy/askline.service "$folder/own/"
node -e 'import("./scripts/release/deb.mjs").then(({ unit }) => process.stdout.write(unit()))' >"$folder/package/askline.service"
for unit in "$folder"/*/askline.service; do
  sed -i "s#^ExecStart=[a-z/]*/askline #ExecStart=$(command -v true) #" "$unit"
  said="$(systemd-analyze verify --recursive-errors=no "$unit" 2>&1)" || true
  if [ -n "$said" ]; then
    echo "$said" >&2
    exit 1
  fi
  systemd-analyze security --offline=true --no-pager --threshold="$exposure_most" "$unit" >"$folder/exposure" ||
    { cat "$folder/exposure" >&2; exit 1; }
done
echo "Dockerfile, compose files, haproxy.cfg, chart, alert rules, board, units, scripts, workflows and forms are sound"
