// The webhooks with URL, events and state. A click on a row opens its deliveries.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import { ActionMenu, type Action } from "../../ui/dialogs/ActionMenu";
import { ActionsColumn } from "../../ui/tables/ActionsColumn";
import table from "../../ui/tables/table.module.css";
import { useForms } from "../../words/forms";
import { sorted, wordsOf } from "../shared/events/event_words";
import type { Webhook } from "./queries";
import { StateTag } from "./StateTag";
import { shortAddress } from "./state";
import type { Act } from "./WebhookActions";
import styles from "./webhooks.module.css";

const EVENTS_IN_VIEW = 2;

type ActId = Exclude<Act["kind"], "create">;

/** The actions for a webhook, in the same order on every page. */
export function useWebhookActions(): (webhook: Webhook) => Action<ActId>[] {
  const { t } = useLingui();
  return ({ enabled }) => [
    ...(enabled ? [{ id: "test" as const, words: t`Send a test message` }] : []),
    { id: "edit", words: t`Edit…` },
    { id: "rotate", words: t`Rotate the secret…` },
    enabled ? { id: "disable", words: t`Disable…` } : { id: "enable", words: t`Enable` },
    { id: "delete", words: t`Delete…`, isBad: true },
  ];
}

export function WebhookTable({
  orgId,
  webhooks,
  onAct,
}: {
  orgId: string;
  webhooks: readonly Webhook[];
  onAct: (act: Act) => void;
}) {
  const { t, i18n } = useLingui();
  const forms = useForms();
  const actionsOf = useWebhookActions();
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>URL</Trans>
          </th>
          <th scope="col" className={`${table.start} ${table.wide}`}>
            <Trans>Events</Trans>
          </th>
          <th scope="col" className={table.start}>
            <Trans>State</Trans>
          </th>
          <th scope="col" className={table.wide}>
            <Trans>Created</Trans>
          </th>
          <ActionsColumn />
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => {
          const words = sorted(webhook.events).map((name) => {
            const known = wordsOf(name);
            return { name, text: known === null ? name : i18n._(known) };
          });
          const name = webhook.description === "" ? shortAddress(webhook.url) : webhook.description;
          return (
            <tr key={webhook.id} className={table.whole}>
              <th scope="row" className={styles.address}>
                <Link
                  to="/orgs/$orgId/webhooks"
                  params={{ orgId }}
                  search={{ open: webhook.id }}
                  resetScroll={false}
                  className={table.cover}
                >
                  {name}
                </Link>
                {webhook.description === "" ? null : <small>{shortAddress(webhook.url)}</small>}
              </th>
              <td
                className={`${table.start} ${table.wide}`}
                title={words.map(({ name, text }) => `${text} (${name})`).join("\n")}
              >
                {words.slice(0, EVENTS_IN_VIEW).map(({ name, text }) => (
                  <span key={name} className={styles.event}>
                    {text} <code className={table.mono}>{name}</code>
                  </span>
                ))}
                {words.length > EVENTS_IN_VIEW ? (
                  <small>
                    <Plural value={words.length - EVENTS_IN_VIEW} one="and # more" other="and # more" />
                  </small>
                ) : null}
              </td>
              <td className={table.start}>
                <StateTag webhook={webhook} />
              </td>
              <td className={`${table.wide} ${styles.nowrap}`}>{forms.date(webhook.createdAt)}</td>
              <td className={styles.acts}>
                <ActionMenu
                  label={t`Actions for ${name}`}
                  actions={actionsOf(webhook)}
                  onAction={(kind) => {
                    onAct({ kind, webhook });
                  }}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
