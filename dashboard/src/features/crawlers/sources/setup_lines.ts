// The lines to paste for each kind of server.

export const SERVERS = [
  "nginx",
  "apache",
  "caddy",
  "haproxy",
  "docker",
  "systemd",
  "vercel",
  "netlify",
  "cloudflare",
  "fastly",
  "bunny",
  "cron",
] as const;
export type Server = (typeof SERVERS)[number];

export const SERVER_NAMES: Readonly<Record<Server, string>> = {
  nginx: "nginx",
  apache: "Apache",
  caddy: "Caddy",
  haproxy: "HAProxy",
  docker: "Docker",
  systemd: "systemd",
  vercel: "Vercel",
  netlify: "Netlify",
  cloudflare: "Cloudflare",
  fastly: "Fastly",
  bunny: "bunny.net",
  cron: "cron",
};

/** The server whose lines are shown first for a source: the one that writes its format. */
export const serverOf = (format: string | null): Server => SERVERS.find((server) => server === format) ?? "nginx";

/** Where each server of Debian writes its log. Caddy has none until its Caddyfile names one. */
const LOGS = {
  nginx: "/var/log/nginx/access.log",
  apache: "/var/log/apache2/access.log",
  caddy: "/var/log/caddy/access.log",
  haproxy: "/var/log/haproxy.log",
};

/** A line of HAProxy does not name the headers that it has, so their order is fixed. The time is that of UTC. */
const HAPROXY = [
  "# haproxy.cfg, in the frontend, with mode http:",
  "capture request header User-Agent len 512",
  "capture request header Referer len 512",
  "capture request header Host len 128",
  'log-format "%ci:%cp [%trg] %ft %b/%s %TR/%Tw/%Tc/%Tr/%Ta %ST %B %CC %CS %tsc %ac/%fc/%bc/%sc/%rc %sq/%bq %hr %hs %{+Q}r"',
].join("\n");

/** Of the JSON that Fastly offers for an endpoint. Its own address of the client is a header that a client can send itself. */
const FASTLY =
  '{"timestamp":"%{strftime(\\{"%Y-%m-%dT%H:%M:%S%z"\\}, time.start)}V","client_ip":"%{client.ip}V","host":"%{if(req.http.Fastly-Orig-Host, req.http.Fastly-Orig-Host, req.http.Host)}V","url":"%{json.escape(req.url)}V","request_method":"%{json.escape(req.method)}V","request_referer":"%{json.escape(req.http.referer)}V","request_user_agent":"%{json.escape(req.http.User-Agent)}V","response_status":%{resp.status}V,"response_body_size":%{resp.body_bytes_written}V,"fastly_is_edge":%{if(fastly.ff.visits_this_service == 0, "true", "false")}V}';
const TOKEN_FILE = "/etc/askline-log-source";

const stored = (token: string): string => `echo '${token}' | sudo install -m 600 /dev/stdin ${TOKEN_FILE}`;

function follow(log: string, origin: string): string {
  return `askline logs follow ${log} --to ${origin} --source-file ${TOKEN_FILE}`;
}

const unit = (origin: string): string =>
  [
    "[Unit]",
    "Description=Sends the access log to Askline",
    "After=network-online.target",
    "StartLimitIntervalSec=0",
    "",
    "[Service]",
    `ExecStart=/usr/bin/${follow(LOGS.nginx, origin)} --state /var/lib/askline-logs`,
    "StateDirectory=askline-logs",
    "Restart=always",
    "RestartSec=30",
    "",
    "[Install]",
    "WantedBy=multi-user.target",
  ].join("\n");

/** The lines for a server. They contain the token. */
export function setupLines(server: Server, origin: string, token: string): string {
  const ingest = `${origin}/api/v1/logs/ingest`;
  switch (server) {
    case "nginx":
    case "apache":
      return `${stored(token)}\nsudo ${follow(LOGS[server], origin)}`;
    case "caddy":
      return `# Caddyfile, in the block of the site:\nlog {\n  output file ${LOGS.caddy}\n}\n\n${stored(token)}\nsudo ${follow(LOGS.caddy, origin)}`;
    case "haproxy":
      return `${HAPROXY}\n\n${stored(token)}\nsudo ${follow(LOGS.haproxy, origin)}`;
    case "docker":
      // Lines of the past would be counted again at each start.
      return `${stored(token)}\nsudo sh -c 'docker logs --follow --since 0m web | ${follow("-", origin)}'`;
    case "systemd":
      return `${stored(token)}\n\n# /etc/systemd/system/askline-logs.service\n${unit(origin)}`;
    case "vercel":
    case "netlify":
      return `${ingest}\nAuthorization: Bearer ${token}`;
    case "cloudflare":
      return `${ingest}?header_Authorization=Bearer%20${token}`;
    case "fastly":
      return `${ingest}\nAuthorization: Bearer ${token}\n${FASTLY}`;
    case "bunny":
      // In a line of cron, % has to be written with a backslash.
      return `20 0 * * * curl -fsS --compressed -H 'AccessKey: KEY' "https://logging.bunnycdn.com/$(date -ud yesterday +\\%m-\\%d-\\%y)/ZONE.log" | gzip -c | curl -fsS --data-binary @- -H 'Content-Type: application/gzip' -H 'Authorization: Bearer ${token}' ${ingest}`;
    case "cron":
      return `20 0 * * * gzip -c $HOME/logs/access.log.1 | curl -fsS --data-binary @- -H 'Content-Type: application/gzip' -H 'Authorization: Bearer ${token}' ${ingest}`;
  }
}
