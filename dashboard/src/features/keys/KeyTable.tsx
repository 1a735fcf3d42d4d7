// The keys with their scopes, last use and expiration.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { ActionMenu } from "../../ui/dialogs/ActionMenu";
import { Tag } from "../../ui/page/page";
import table from "../../ui/tables/table.module.css";
import { useForms, type Clock } from "../../words/forms";
import { ChangeKeyDialog } from "./ChangeKeyDialog";
import { CredentialTable } from "./CredentialTable";
import { RevokeKeyDialog } from "./RevokeKeyDialog";
import styles from "./keys.module.css";
import type { ApiKey } from "../shared/keys/queries";
import { RotateKeyDialog } from "./RotateKeyDialog";
import { SCOPES } from "../shared/keys/scopes";

type Act = "change" | "rotate" | "revoke";
type Opened = { act: Act; key: ApiKey } | null;

export function KeyTable({
  orgId,
  show,
  keys,
}: {
  orgId: string;
  /** Which keys the list shows, which the address of an open key keeps. */
  show: "active" | "all";
  keys: readonly ApiKey[];
}) {
  const { t } = useLingui();
  const forms = useForms();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => {
    setOpened(null);
  };
  return (
    <>
      <CredentialTable
        rows={keys}
        attributes={({ status }) => ({ className: status === "active" ? undefined : styles.ended })}
        name={(key) => (
          <>
            <Link
              to="/orgs/$orgId/keys"
              params={{ orgId }}
              search={show === "all" ? { show, open: key.id } : { open: key.id }}
              resetScroll={false}
              className={styles.name}
            >
              {key.name === "" ? t`Unnamed` : key.name}
            </Link>
            <small>
              <code className={table.mono}>{key.maskedKey}</code>
            </small>
            <StatusTag apiKey={key} />
          </>
        )}
        columns={[
          { head: t`Scopes`, kind: "text", from: 640, cell: (key) => <ScopeWords apiKey={key} /> },
          {
            head: t`Rate limit (per min)`,
            from: 640,
            cell: ({ rateLimitPerMinute }) => forms.number(rateLimitPerMinute),
          },
        ]}
        expires={(key, clock) => <Expiration apiKey={key} clock={clock} />}
        menu={(key) =>
          key.status === "active" ? (
            <ActionMenu
              label={t`Actions for ${key.name === "" ? key.maskedKey : key.name}`}
              actions={[
                ...(key.replacedById === null
                  ? [
                      { id: "change" as const, words: t`Change…` },
                      { id: "rotate" as const, words: t`Rotate…` },
                    ]
                  : []),
                { id: "revoke" as const, words: t`Revoke…`, isBad: true },
              ]}
              onAction={(act) => {
                setOpened({ act, key });
              }}
            />
          ) : null
        }
      />
      {opened?.act === "change" ? <ChangeKeyDialog orgId={orgId} apiKey={opened.key} onClose={close} /> : null}
      {opened?.act === "rotate" ? <RotateKeyDialog orgId={orgId} apiKey={opened.key} onClose={close} /> : null}
      {opened?.act === "revoke" ? <RevokeKeyDialog orgId={orgId} apiKey={opened.key} onClose={close} /> : null}
    </>
  );
}

function StatusTag({ apiKey }: { apiKey: ApiKey }) {
  if (apiKey.status === "revoked")
    return (
      <Tag>
        <Trans>Revoked</Trans>
      </Tag>
    );
  if (apiKey.status === "expired")
    return (
      <Tag>
        <Trans>Expired</Trans>
      </Tag>
    );
  if (apiKey.replacedById !== null)
    return (
      <Tag tone="warn">
        <Trans>Rotated, still valid</Trans>
      </Tag>
    );
  return null;
}

function ScopeWords({ apiKey }: { apiKey: ApiKey }) {
  const { i18n } = useLingui();
  const held = SCOPES.filter(({ scope }) => apiKey.scopes.includes(scope));
  const sites = apiKey.siteIds?.length ?? 0;
  return (
    <>
      <ul className={styles.scopes}>
        {held.map(({ scope, words }) => (
          <li key={scope}>
            {i18n._(words)} <code className={table.mono}>{scope}</code>
          </li>
        ))}
      </ul>
      {sites === 0 ? null : (
        <small>
          <Plural value={sites} one="for # site" other="for # sites" />
        </small>
      )}
      {apiKey.allowedIps === null ? null : (
        <small title={apiKey.allowedIps.join(", ")}>
          <Plural
            value={apiKey.allowedIps.length}
            one="# allowed IP address or network"
            other="# allowed IP addresses or networks"
          />
        </small>
      )}
    </>
  );
}

function Expiration({ apiKey, clock }: { apiKey: ApiKey; clock: Clock }) {
  const forms = useForms();
  if (apiKey.revokedAt !== null) return <>{forms.ago(apiKey.revokedAt, clock)}</>;
  if (apiKey.expiresAt === null) return <Trans>never</Trans>;
  return <>{forms.span(apiKey.expiresAt, clock)}</>;
}
