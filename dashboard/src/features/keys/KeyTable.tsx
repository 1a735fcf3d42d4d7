// The keys with their scopes, last use and expiration.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { ActionMenu } from "../../ui/dialogs/ActionMenu";
import { Tag } from "../../ui/page/page";
import table from "../../ui/tables/table.module.css";
import { useForms, useClock, type Clock } from "../../words/forms";
import { ChangeKeyDialog } from "./ChangeKeyDialog";
import { CredentialTable } from "./CredentialTable";
import { RevokeKeyDialog } from "./RevokeKeyDialog";
import styles from "./keys.module.css";
import type { ApiKey } from "../shared/keys/queries";
import { RotateKeyDialog } from "./RotateKeyDialog";
import { SCOPES } from "../shared/keys/scopes";

const SECOND_MS = 1000;

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
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => {
    setOpened(null);
  };
  return (
    <>
      <CredentialTable
        columns={
          <>
            <th scope="col" className={`${table.start} ${table.wide}`}>
              <Trans>Scopes</Trans>
            </th>
            <th scope="col" className={table.wide}>
              <Trans>Rate limit (per min)</Trans>
            </th>
          </>
        }
      >
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            orgId={orgId}
            show={show}
            apiKey={key}
            onOpen={(act) => {
              setOpened({ act, key });
            }}
          />
        ))}
      </CredentialTable>
      {opened?.act === "change" ? <ChangeKeyDialog orgId={orgId} apiKey={opened.key} onClose={close} /> : null}
      {opened?.act === "rotate" ? <RotateKeyDialog orgId={orgId} apiKey={opened.key} onClose={close} /> : null}
      {opened?.act === "revoke" ? <RevokeKeyDialog orgId={orgId} apiKey={opened.key} onClose={close} /> : null}
    </>
  );
}

function KeyRow({
  orgId,
  show,
  apiKey,
  onOpen,
}: {
  orgId: string;
  show: "active" | "all";
  apiKey: ApiKey;
  onOpen: (act: Act) => void;
}) {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(SECOND_MS);
  const { lastUsedAt } = apiKey;
  const isActive = apiKey.status === "active";
  return (
    <tr className={isActive ? undefined : styles.ended}>
      <th scope="row">
        <Link
          to="/orgs/$orgId/keys"
          params={{ orgId }}
          search={show === "all" ? { show, open: apiKey.id } : { open: apiKey.id }}
          resetScroll={false}
          className={styles.name}
        >
          {apiKey.name === "" ? t`Unnamed` : apiKey.name}
        </Link>
        <small>
          <code className={table.mono}>{apiKey.maskedKey}</code>
        </small>
        <StatusTag apiKey={apiKey} />
      </th>
      <td className={`${table.start} ${table.wide}`}>
        <ScopeWords apiKey={apiKey} />
      </td>
      <td className={table.wide}>{forms.number(apiKey.rateLimitPerMinute)}</td>
      <td title={lastUsedAt === null ? undefined : forms.moment(lastUsedAt)}>
        {lastUsedAt === null ? <Trans>never</Trans> : forms.ago(lastUsedAt, clock)}
      </td>
      <td className={table.wide}>
        <Expiration apiKey={apiKey} clock={clock} />
      </td>
      <td className={styles.acts}>
        {isActive ? (
          <ActionMenu
            label={t`Actions for ${apiKey.name === "" ? apiKey.maskedKey : apiKey.name}`}
            actions={[
              ...(apiKey.replacedById === null
                ? [
                    { id: "change" as const, words: t`Change…` },
                    { id: "rotate" as const, words: t`Rotate…` },
                  ]
                : []),
              { id: "revoke" as const, words: t`Revoke…`, isBad: true },
            ]}
            onAction={onOpen}
          />
        ) : null}
      </td>
    </tr>
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
