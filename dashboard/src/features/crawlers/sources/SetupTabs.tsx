// The token of a source, shown once, and the lines to paste.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";

import { Actions } from "../../../ui/dialogs/Dialog";
import { Button } from "../../../ui/elements/Button";
import { SecretLine } from "../../../ui/elements/CodeLine";
import { CopyButton } from "../../../ui/elements/CopyButton";
import { SelectField } from "../../../ui/fields/fields";
import { Note } from "../../../ui/page/page";
import styles from "../CrawlersPage.module.css";
import type { LogSource } from "./queries";
import { SERVERS, SERVER_NAMES, serverOf, setupLines, type Server } from "./setup_lines";

interface SetupTabsProps {
  source: LogSource;
  token: string;
  onClose: () => void;
}

export function SetupTabs({ source, token, onClose }: SetupTabsProps) {
  const { t } = useLingui();
  const [server, setServer] = useState(() => serverOf(source.format));
  const masked = source.maskedToken;
  const lines = (shown: string) => setupLines(server, location.origin, shown);
  const where: Record<Server, string> = {
    nginx: t`Run on the server, with the askline program next to nginx. It follows the log, also when it is rotated.`,
    apache: t`Run on the server, with the askline program next to Apache. It follows the log, also when it is rotated.`,
    caddy: t`Caddy writes no access log unless its settings name one. Then follow it on the server.`,
    haproxy: t`HAProxy logs no user agent unless its settings capture it, in this order. Then follow the log on the server.`,
    docker: t`Replace “web” with the name of the container whose output is the access log.`,
    systemd: t`Write the file, then run: systemctl enable --now askline-logs.`,
    vercel: t`Vercel → Settings → Drains → Add drain: Logs, NDJSON, this address and this custom header. Then give the source its verification code and signature secret.`,
    netlify: t`Netlify → Logs → Log Drains → General HTTP endpoint: traffic logs as NDJSON, with personal data, to this address with this header.`,
    cloudflare: t`Cloudflare → Logpush → HTTP requests → HTTP destination: this address, with the fields EdgeStartTimestamp, ClientIP, ClientRequestHost, ClientRequestURI, ClientRequestMethod, ClientRequestUserAgent and EdgeResponseStatus.`,
    fastly: t`Fastly → Logging → HTTPS: this address, this custom header and this log format, as newline-delimited JSON. Fastly first asks your host for /.well-known/fastly/logging/challenge, which a proxy has to answer with *.`,
    bunny: t`Once a night: replace KEY with the API key of the account and ZONE with the id of the pull zone. Turn the anonymization of addresses off, or no crawler can be verified.`,
    cron: t`For shared hosting: sends yesterday’s log once a night. A log that is sent twice is counted once.`,
  };
  return (
    <div className={styles.setup}>
      <Note tone="warn">
        <Trans>Copy it now. You won’t be able to see it again.</Trans>
      </Note>
      <SecretLine secret={token} masked={masked} what={t`token`} />
      <SelectField
        label={t`Server`}
        name="server"
        choices={SERVERS.map((id) => ({ id, label: SERVER_NAMES[id] }))}
        chosen={server}
        onChoose={setServer}
        hint={where[server]}
      />
      <pre data-testid="setup">{lines(masked)}</pre>
      <Actions>
        <CopyButton text={lines(token)} what={t`lines`} words={t`Copy the lines`} isSmall={false} />
        <Button look="primary" onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      </Actions>
    </div>
  );
}
