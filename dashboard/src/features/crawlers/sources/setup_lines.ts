// The lines to paste for each kind of server.

export const SERVERS = ["nginx", "apache", "caddy", "docker", "systemd", "vercel", "cloudflare", "cron"] as const;
export type Server = (typeof SERVERS)[number];

export const SERVER_NAMES: Readonly<Record<Server, string>> = {
  nginx: "nginx",
  apache: "Apache",
  caddy: "Caddy",
  docker: "Docker",
  systemd: "systemd",
  vercel: "Vercel",
  cloudflare: "Cloudflare",
  cron: "cron",
};

/** Where each server of Debian writes its log. Caddy has none until its Caddyfile names one. */
const LOGS = {
  nginx: "/var/log/nginx/access.log",
  apache: "/var/log/apache2/access.log",
  caddy: "/var/log/caddy/access.log",
};
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
    case "docker":
      // Lines of the past would be counted again at each start.
      return `${stored(token)}\nsudo sh -c 'docker logs --follow --since 0m web | ${follow("-", origin)}'`;
    case "systemd":
      return `${stored(token)}\n\n# /etc/systemd/system/askline-logs.service\n${unit(origin)}`;
    case "vercel":
      return `${ingest}\nAuthorization: Bearer ${token}`;
    case "cloudflare":
      return `${ingest}?header_Authorization=Bearer%20${token}`;
    case "cron":
      return `20 0 * * * gzip -c $HOME/logs/access.log.1 | curl -fsS --data-binary @- -H 'Content-Type: application/gzip' -H 'Authorization: Bearer ${token}' ${ingest}`;
  }
}
