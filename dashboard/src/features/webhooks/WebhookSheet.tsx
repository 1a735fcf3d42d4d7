// A webhook next to the list: its state and deliveries, or one delivery. The address says which delivery is open.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { api, askWhole } from "../../api/client";
import { readAllPages } from "../../api/all_pages";
import { ActionMenu } from "../../ui/dialogs/ActionMenu";
import { Button } from "../../ui/elements/Button";
import { CopyButton } from "../../ui/elements/CopyButton";
import facts from "../../ui/page/facts.module.css";
import { ListEnd } from "../../ui/tables/ListEnd";
import { Bar, Card, Empty } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import segments from "../../ui/fields/Segments.module.css";
import { Sheet } from "../../ui/dialogs/Sheet";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { useForms, useClock } from "../../words/forms";
import { TableDownload } from "../shared/files/TableDownload";
import { DeliveryDetail } from "./deliveries/DeliveryDetail";
import { DeliveryTag } from "./deliveries/DeliveryTag";
import { sorted, wordsOf } from "../shared/events/event_words";
import { deliveriesQuery, type DeliveryStatus, type Webhook } from "./queries";
import { STATUSES } from "./search";
import styles from "./webhooks.module.css";
import { StateNote, StateTag } from "./StateTag";
import { shortAddress } from "./state";
import type { Act } from "./WebhookActions";
import { useWebhookActions } from "./WebhookTable";

const SECOND_MS = 1000;
interface WebhookSheetProps {
  orgId: string;
  /** Undefined if the address names a deleted webhook. */
  webhook: Webhook | undefined;
  status: DeliveryStatus | undefined;
  deliveryId: string | undefined;
  onAct: (act: Act) => void;
  onClose: () => void;
}

export function WebhookSheet({ orgId, webhook, status, deliveryId, onAct, onClose }: WebhookSheetProps) {
  const { t } = useLingui();
  const actionsOf = useWebhookActions();
  if (webhook === undefined) {
    return (
      <Sheet title={t`Webhook`} onClose={onClose}>
        <Empty title={t`Webhook not found`}>
          <Trans>The webhook and its deliveries were deleted.</Trans>
        </Empty>
      </Sheet>
    );
  }
  const name = webhook.description === "" ? shortAddress(webhook.url) : webhook.description;
  const acts = (
    <ActionMenu
      label={t`Actions for ${name}`}
      actions={actionsOf(webhook)}
      onAction={(kind) => {
        onAct({ kind, webhook });
      }}
    />
  );
  return (
    <Sheet title={name} acts={acts} onClose={onClose}>
      {deliveryId === undefined ? (
        <>
          <StateNote webhook={webhook} />
          <Facts webhook={webhook} />
          <Bar>
            {webhook.enabled ? (
              <Button
                onPress={() => {
                  onAct({ kind: "test", webhook });
                }}
              >
                <Trans>Send a test message</Trans>
              </Button>
            ) : (
              <Button
                look="primary"
                onPress={() => {
                  onAct({ kind: "enable", webhook });
                }}
              >
                <Trans>Enable</Trans>
              </Button>
            )}
          </Bar>
          <Deliveries orgId={orgId} webhook={webhook} status={status} />
        </>
      ) : (
        <DeliveryDetail orgId={orgId} webhook={webhook} status={status} deliveryId={deliveryId} />
      )}
    </Sheet>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { i18n } = useLingui();
  const forms = useForms();
  const words = sorted(webhook.events).map((name) => {
    const known = wordsOf(name);
    return { name, text: known === null ? name : i18n._(known) };
  });
  return (
    <dl className={facts.facts}>
      <div>
        <dt>
          <Trans>State</Trans>
        </dt>
        <dd>
          <StateTag webhook={webhook} />
        </dd>
      </div>
      <div>
        <dt>
          <Trans>URL</Trans>
        </dt>
        <dd>
          <code>{webhook.url}</code> <CopyButton text={webhook.url} what="url" />
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Events</Trans>
        </dt>
        <dd>
          <ul className={styles.events}>
            {words.map(({ name, text }) => (
              <li key={name}>
                {text} <code className={table.mono}>{name}</code>
              </li>
            ))}
          </ul>
        </dd>
      </div>
      {webhook.previousSecretExpiresAt === null ? null : (
        <div>
          <dt>
            <Trans>Old secret</Trans>
          </dt>
          <dd>
            <Trans>old secret valid until {forms.moment(webhook.previousSecretExpiresAt)}</Trans>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Deliveries({
  orgId,
  webhook,
  status,
}: {
  orgId: string;
  webhook: Webhook;
  status: DeliveryStatus | undefined;
}) {
  const { t, i18n } = useLingui();
  const forms = useForms();
  const clock = useClock(SECOND_MS);
  const list = useInfiniteQuery(deliveriesQuery(orgId, webhook.id, status));
  const { data: deliveries } = list;
  const words = useStatusNames();
  const eventName = (event: string) => {
    const known = wordsOf(event);
    return known === null ? event : i18n._(known);
  };
  return (
    <>
      <nav className={segments.segments} aria-label={t`Filter deliveries`}>
        {[undefined, ...STATUSES].map((choice) => (
          <Link
            key={choice ?? "all"}
            to="/orgs/$orgId/webhooks"
            params={{ orgId }}
            search={{ open: webhook.id, ...(choice === undefined ? {} : { status: choice }) }}
            replace
            resetScroll={false}
            className={segments.segment}
            activeProps={{}}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={choice === status ? "true" : undefined}
          >
            {choice === undefined ? t`All` : words[choice]}
          </Link>
        ))}
      </nav>
      <Card
        title={t`Deliveries`}
        end={
          deliveries === undefined || deliveries.length === 0 ? null : (
            <Download orgId={orgId} webhookId={webhook.id} status={status} />
          )
        }
      >
        <Loaded
          query={list}
          empty={
            <Empty title={status === undefined ? t`No deliveries yet` : t`None in the last 30 days`}>
              {status === undefined ? (
                <Trans>Messages from the last 30 days appear here. Send a test message to check that it arrives.</Trans>
              ) : undefined}
            </Empty>
          }
        >
          {(deliveries) => (
            <>
              <Table
                rows={deliveries}
                idOf={({ id }) => id}
                columns={[
                  {
                    head: t`Message`,
                    cell: ({ id, event }) => (
                      <>
                        <Link
                          to="/orgs/$orgId/webhooks"
                          params={{ orgId }}
                          search={{ open: webhook.id, ...(status === undefined ? {} : { status }), delivery: id }}
                          resetScroll={false}
                          className={table.cover}
                        >
                          {eventName(event)}
                        </Link>
                        <small>
                          <code className={table.mono}>{event}</code>
                        </small>
                      </>
                    ),
                  },
                  { head: t`State`, kind: "text", cell: (delivery) => <DeliveryTag delivery={delivery} /> },
                  { head: t`Attempts`, from: 640, cell: ({ attempts }) => forms.number(attempts) },
                  {
                    head: t`Sent`,
                    title: ({ createdAt }) => forms.moment(createdAt),
                    cell: ({ createdAt }) => forms.ago(createdAt, clock),
                  },
                ]}
              />
              <ListEnd list={list}>
                <Plural
                  value={deliveries.length}
                  one="# delivery in the last 30 days"
                  other="# deliveries in the last 30 days"
                />
              </ListEnd>
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

function useStatusNames(): Record<DeliveryStatus, string> {
  const { t } = useLingui();
  return { failed: t`Failed`, pending: t`Pending`, succeeded: t`Delivered` };
}

function Download({
  orgId,
  webhookId,
  status,
}: {
  orgId: string;
  webhookId: string;
  status: DeliveryStatus | undefined;
}) {
  const { i18n, t } = useLingui();
  const names = useStatusNames();
  const rows = () => {
    const filter = status === undefined ? {} : { status };
    return readAllPages(200, (page) =>
      askWhole(
        api.GET("/api/v1/webhooks/{webhookId}/deliveries", {
          params: { path: { webhookId }, query: { orgId, ...filter, ...page } },
        }),
      ),
    );
  };
  return (
    <TableDownload
      content={t`deliveries`}
      filters={status === undefined ? [] : [[t`State`, names[status]]]}
      rows={rows}
      columns={[
        {
          heading: t`Message`,
          of: ({ event }) => {
            const known = wordsOf(event);
            return known === null ? event : i18n._(known);
          },
        },
        { heading: t`State`, of: (one) => names[one.status] },
        { heading: t`Attempts`, kind: "number", of: (one) => one.attempts },
        { heading: t`Sent`, kind: "moment", of: (one) => one.createdAt },
        { heading: t`Last attempt`, kind: "moment", of: (one) => one.lastAttemptAt },
        { heading: t`Next attempt`, kind: "moment", of: (one) => one.nextAttemptAt },
        { heading: t`HTTP status`, kind: "number", of: (one) => one.responseStatus },
        { heading: t`Duration (ms)`, kind: "number", of: (one) => one.durationMs },
        { heading: t`Failure`, of: (one) => one.failure },
        {
          heading: t`Message ID`,
          meaning: t`All attempts to send one message have the same ID.`,
          of: (one) => one.messageId,
        },
        { heading: t`ID`, of: (one) => one.id },
      ]}
    />
  );
}
