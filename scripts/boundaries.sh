#!/usr/bin/env bash
# The direction of dependencies: server -> { api, jobs, store } -> app -> domain. The middle three never depend on each
# other, only the store has a SQL engine, and app and domain have neither I/O nor HTTP.
set -euo pipefail
cd "$(dirname "$0")/.."

failed=0
# tree CRATE: the names of everything that the crate is built with.
tree() {
  cargo tree --locked --package "$1" --edges normal --prefix none --format '{lib}' | sort -u
}
# forbid CRATE NAME...: fails if the crate is built with one of these.
forbid() {
  local crate="$1" names
  shift
  names="$(tree "$crate")"
  for name in "$@"; do
    if grep -qx "$name" <<<"$names"; then
      echo "$crate must not depend on $name" >&2
      failed=1
    fi
  done
}

forbid askline-domain askline_app askline_store askline_api askline_jobs askline_server tokio axum hyper reqwest sqlx rusqlite
forbid askline-app askline_store askline_api askline_jobs askline_server axum hyper reqwest sqlx rusqlite
forbid askline-store askline_api askline_jobs askline_server axum hyper reqwest
forbid askline-api askline_store askline_jobs askline_server sqlx rusqlite reqwest
# The stand-ins of tests depend at most on the domain, and nothing that ships depends on them.
forbid askline-stand-in askline_app askline_store askline_api askline_jobs askline_server sqlx rusqlite reqwest
forbid askline-server askline_stand_in
forbid askline-jobs askline_store askline_api askline_server sqlx rusqlite axum
[ "$failed" -eq 0 ] && echo "server -> { api, jobs, store } -> app -> domain"
exit "$failed"
