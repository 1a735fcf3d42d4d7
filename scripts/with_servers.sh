#!/bin/sh
# Runs a command with the settings of a throwaway PostgreSQL and a throwaway Redis in its environment. Both stop with it.
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh postgresql redis-server
programs=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
folder=$(mktemp -d)
chmod 755 "$folder"

# PostgreSQL never runs as root.
plain() {
	if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else "$@"; fi
}
end() {
	kill "$redis" 2>/dev/null || true
	plain "$programs/pg_ctl" -D "$folder/postgres" -m immediate stop >/dev/null 2>&1 || true
	rm -rf "$folder"
}

mkdir -m 700 "$folder/postgres"
mkdir -m 777 "$folder/sockets"
if [ "$(id -u)" = 0 ]; then chown postgres:postgres "$folder/postgres"; fi
plain "$programs/initdb" --auth=trust --username=askline --encoding=UTF8 --locale=C.UTF-8 -D "$folder/postgres" >/dev/null
redis-server --port 0 --save "" --unixsocket "$folder/sockets/redis" --dir "$folder" >/dev/null &
redis=$!
trap end EXIT
# A free port: PostgreSQL also listens on the machine's own network, where packets wait for acknowledgements as on any other.
port=$(node -e 'const server = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(server.address().port); server.close(); })')
plain "$programs/pg_ctl" -D "$folder/postgres" -l "$folder/sockets/log" -w start \
	-o "-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories='$folder/sockets' -c max_connections=300" >/dev/null
head -c 32 /dev/urandom >"$folder/secrets.key"
chmod 600 "$folder/secrets.key"
ASKLINE_DATABASE__URL="postgres://askline@localhost:$port/postgres?host=$folder/sockets" \
	BENCH_DATABASE_BY_NETWORK="postgres://askline@127.0.0.1:$port/postgres?sslmode=disable" \
	ASKLINE_REDIS__URL="redis+unix://$folder/sockets/redis" \
	ASKLINE_SECRETS__KEY_FILE="$folder/secrets.key" "$@"
