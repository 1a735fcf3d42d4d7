#!/usr/bin/env bash
# A drill on throwaway servers of this machine: base backup, archive of the log, loss of the server, restore to a point in time.
#
# deploy/drill_restore.sh
#
# The steps are those of docs/scaling.md. Events are sent before the base backup, after it, and after the point in time. The
# restored instance must have exactly the events of the first two, and must continue to count. At the end it prints the counts
# that it compared.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/need.sh postgresql curl
binary="$PWD/${CARGO_TARGET_DIR:-target}/debug/askline"
[ -x "$binary" ] || { echo "$binary is missing: cargo build -p askline-server" >&2; exit 1; }
programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin | sort -V | tail -1)
folder=$(mktemp -d)
chmod 711 "$folder"
server=
data=

# PostgreSQL never runs as root.
as_postgres() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else "$@"; fi
}
own() { if [ "$(id -u)" = 0 ]; then chown -R postgres:postgres "$@"; fi; }

end() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "$data" ] || as_postgres "$programs/pg_ctl" -D "$data" -m immediate stop >/dev/null 2>&1 || true
  wait
  rm -rf "$folder"
}
trap end EXIT

free_port() {
  node -e 'const server = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(server.address().port); server.close(); })'
}
# A field of JSON on stdin: `field siteId`, `field data.totals.views`.
field() { node -e 'let at = JSON.parse(require("fs").readFileSync(0, "utf8")); for (const name of process.argv[1].split(".")) at = at[name]; console.log(at)' "$1"; }
fail() {
  echo "$*" >&2
  tail -n 20 "$folder"/*.log >&2 || true
  exit 1
}

mkdir -m 700 "$folder/archive" "$folder/first" "$folder/base" "$folder/restored"
mkdir -m 777 "$folder/sockets"
own "$folder/archive" "$folder/first" "$folder/base" "$folder/restored"
database_port=$(free_port)
port=$(free_port)
export ASKLINE_DATABASE__URL="postgres://askline@localhost:$database_port/postgres?host=$folder/sockets"
export ASKLINE_SECRETS__KEY_FILE="$folder/secrets.key" ASKLINE_DATABASE__STOP_NOTICE_SECONDS=0
export ASKLINE_PUBLIC_URL="http://127.0.0.1:$port"
head -c 32 /dev/urandom >"$folder/secrets.key"
chmod 600 "$folder/secrets.key"

# Starts PostgreSQL on a data folder; its log is archived, as docs/scaling.md sets it up.
start_postgres() {
  data="$1"
  as_postgres "$programs/pg_ctl" -D "$data" -l "$folder/sockets/postgres.log" -w -t 60 start -o "-c listen_addresses= -c port=$database_port \
    -c unix_socket_directories='$folder/sockets' -c archive_mode=on -c archive_timeout=60 \
    -c archive_command='test ! -f $folder/archive/%f && cp %p $folder/archive/%f.part && mv $folder/archive/%f.part $folder/archive/%f'" >/dev/null ||
    { cat "$folder/sockets/postgres.log" >&2; exit 1; }
}
start_server() {
  "$binary" serve --listen "127.0.0.1:$port" --data "$folder/node" >"$folder/askline.log" 2>&1 &
  server=$!
  for _ in $(seq 300); do
    [ "$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/readyz")" != 200 ] || return 0
    kill -0 "$server" 2>/dev/null || fail "the server ended"
    sleep 0.1
  done
  fail "the server is not ready"
}
ask_database() { psql -h "$folder/sockets" -p "$database_port" -U askline -d postgres -Atc "$1"; }

# send COUNT: sends this many views, in requests of 50; each must be acknowledged.
send() {
  local left=$1 count
  while [ "$left" -gt 0 ]; do
    count=$((left < 50 ? left : 50))
    node -e '
      const { randomUUID } = require("crypto"), [site, count] = process.argv.slice(1);
      const event = () => ({ siteId: site, type: "view", eventId: randomUUID(), url: "https://blog.example.com/post" });
      console.log(JSON.stringify({ events: Array.from({ length: Number(count) }, event) }))' "$site" "$count" >"$folder/events.json"
    answer=$(curl -sf "http://127.0.0.1:$port/api/v1/events" -H 'Content-Type: application/json' --data-binary "@$folder/events.json") || fail "events were not taken"
    [ "$(field data.accepted <<<"$answer")" = "$count" ] || fail "not all were acknowledged: $answer"
    left=$((left - count))
  done
}
views() {
  curl -sf "http://127.0.0.1:$port/api/v1/analytics/$site/overview" -H "Authorization: Bearer $key" | field data.totals.views
}
# compare NAME FOUND EXPECTED: fails if the counts differ.
compare() {
  [ "$2" = "$3" ] || fail "$1: $2 instead of $3"
  echo "$1: $2"
}

before_backup=120 after_backup=80 after_point=70
echo "1. An instance with an owner, a site and a key"
as_postgres "$programs/initdb" --auth=trust --username=askline --encoding=UTF8 --locale=C.UTF-8 --no-sync -D "$folder/first" >/dev/null
start_postgres "$folder/first"
start_server
organization=$("$binary" org create --name Example --owner-email owner@example.com --owner-password-stdin --json <<<"a good long password" | field orgId)
site=$("$binary" site create --org "$organization" --domain blog.example.com --json | field siteId)
key=$("$binary" key create --org "$organization" --scope '*' --json | field key)
send "$before_backup"

echo "2. A base backup while it runs, and more events"
as_postgres "$programs/pg_basebackup" -h "$folder/sockets" -p "$database_port" -U askline -D "$folder/base" --checkpoint=fast
as_postgres "$programs/pg_verifybackup" --quiet "$folder/base"
send "$after_backup"
acknowledged=$(views)
compare "acknowledged before the point in time" "$acknowledged" $((before_backup + after_backup))
point=$(ask_database "SELECT clock_timestamp()")

echo "3. A mistake after $point: more events, and somebody deletes every key"
send "$after_point"
ask_database "DELETE FROM api_keys" >/dev/null
compare "rows of events at the loss" "$(ask_database "SELECT count(*) FROM events")" $((before_backup + after_backup + after_point))
[ "$(ask_database "SELECT count(*) FROM api_keys")" = 0 ] || fail "the keys are still there"
last=$(ask_database "SELECT pg_walfile_name(pg_switch_wal())")
for _ in $(seq 300); do
  [ ! -f "$folder/archive/$last" ] || break
  sleep 0.1
done
[ -f "$folder/archive/$last" ] || fail "$last was not archived"

echo "4. The servers stop, and the database's machine is lost"
kill "$server"
wait "$server" || true
server=
as_postgres "$programs/pg_ctl" -D "$folder/first" -m immediate stop >/dev/null
rm -rf "$folder/first"

echo "5. A restore of the base backup, and of the log until the point in time"
cp -a "$folder/base/." "$folder/restored/"
cat >>"$folder/restored/postgresql.auto.conf" <<SETTINGS
restore_command = 'cp $folder/archive/%f %p'
recovery_target_time = '$point'
recovery_target_action = 'promote'
SETTINGS
touch "$folder/restored/recovery.signal"
own "$folder/restored"
start_postgres "$folder/restored"
for _ in $(seq 600); do
  [ "$(ask_database "SELECT pg_is_in_recovery()")" != f ] || break
  sleep 0.1
done
compare "still restoring" "$(ask_database "SELECT pg_is_in_recovery()")" f

echo "6. A server on the restored database, with the same key file"
start_server
compare "views in the overview" "$(views)" "$acknowledged"
compare "rows of events" "$(ask_database "SELECT count(*) FROM events")" "$acknowledged"
compare "keys" "$(ask_database "SELECT count(*) FROM api_keys")" 1
"$binary" audit verify >/dev/null || fail "a chain of the audit log is broken"
"$binary" doctor >"$folder/doctor.log" 2>&1 || fail "askline doctor is not content: $(cat "$folder/doctor.log")"
send 10
compare "views after ten more" "$(views)" $((acknowledged + 10))
echo "The restore is whole: $acknowledged events acknowledged before the point in time, $acknowledged counted; the $after_point after it are not there"
