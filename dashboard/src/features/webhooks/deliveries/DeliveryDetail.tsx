// One delivery: the request, the response, each attempt, and the button that sends it again.

import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { Button } from "../../../ui/elements/Button";
import { CopyButton } from "../../../ui/elements/CopyButton";
import facts from "../../../ui/page/facts.module.css";
import { Icon } from "../../../ui/elements/Icon";
import { Card, Empty, Note } from "../../../ui/page/page";
import { FormProblem } from "../../../ui/page/Problem";
import { useSubmission } from "../../../ui/hooks/submit";
import { Table } from "../../../ui/tables/Table";
import { NotLoaded } from "../../../ui/loading/Loaded";
import { useForms, useClock } from "../../../words/forms";
import { DeliveryTag } from "./DeliveryTag";
import { wordsOf } from "../../shared/events/event_words";
import { deliveriesQuery, type Delivery, type DeliveryStatus, type Webhook } from "../queries";
import { useReplay } from "../send";
import styles from "../webhooks.module.css";

const SECOND_MS = 1000;

interface DeliveryDetailProps {
  orgId: string;
  webhook: Webhook;
  /** The status by which the list behind it is filtered. */
  status: DeliveryStatus | undefined;
  deliveryId: string;
}

export function DeliveryDetail({ orgId, webhook, status, deliveryId }: DeliveryDetailProps) {
  const { t } = useLingui();
  // Searches the unfiltered list, because a new attempt can change the delivery's status.
  const {
    data: deliveries,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useInfiniteQuery(deliveriesQuery(orgId, webhook.id, undefined));
  const delivery = deliveries?.find(({ id }) => id === deliveryId);
  const isSought = deliveries !== undefined && delivery === undefined && hasNextPage;
  useEffect(() => {
    if (isSought && !isFetchingNextPage && error === null) void fetchNextPage();
  }, [isSought, isFetchingNextPage, error, fetchNextPage]);
  return (
    <>
      <Link
        to="/orgs/$orgId/webhooks"
        params={{ orgId }}
        search={{ open: webhook.id, ...(status === undefined ? {} : { status }) }}
        resetScroll={false}
        className={styles.back}
      >
        <Icon name="back" />
        <Trans>All deliveries</Trans>
      </Link>
      {delivery !== undefined ? (
        <Detail orgId={orgId} webhook={webhook} delivery={delivery} />
      ) : error !== null || deliveries === undefined || isSought ? (
        <NotLoaded error={error} refetch={refetch} />
      ) : (
        <Empty title={t`Delivery not found`}>
          <Trans>Deliveries are kept for 30 days.</Trans>
        </Empty>
      )}
    </>
  );
}

function Detail({ orgId, webhook, delivery }: { orgId: string; webhook: Webhook; delivery: Delivery }) {
  const { t, i18n } = useLingui();
  const forms = useForms();
  const clock = useClock(SECOND_MS);
  const navigate = useNavigate();
  const replay = useReplay(orgId);
  const { isPending, failure, send } = useSubmission();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const again = () =>
    send(async () => {
      const next = await replay(webhook.id, delivery.id);
      // Someone who has opened another page meanwhile stays there.
      if (isHere.current)
        await navigate({
          to: "/orgs/$orgId/webhooks",
          params: { orgId },
          search: { open: webhook.id, delivery: next },
          resetScroll: false,
        });
    });
  const known = wordsOf(delivery.event);
  const body = JSON.stringify(delivery.payload, null, 2);
  return (
    <>
      <div className={styles.bar}>
        <h3>{known === null ? delivery.event : i18n._(known)}</h3>
        <span role="status">
          <DeliveryTag delivery={delivery} />
        </span>
      </div>
      {delivery.failure === null ? null : (
        <Note tone={delivery.status === "failed" ? "bad" : "warn"}>{delivery.failure}</Note>
      )}
      {delivery.nextAttemptAt === null || delivery.attempts === 0 ? null : (
        <p>
          <Trans>Next attempt {forms.until(delivery.nextAttemptAt, clock)}.</Trans>
        </p>
      )}
      <FormProblem failure={failure} />
      {webhook.enabled ? (
        <div className={styles.bar}>
          <Button
            look={delivery.status === "failed" ? "primary" : "plain"}
            isPending={isPending}
            onPress={() => void again()}
          >
            {delivery.status === "pending" ? <Trans>Send now</Trans> : <Trans>Send again</Trans>}
          </Button>
        </div>
      ) : (
        <p>
          <Trans>To send this message again, enable the webhook first.</Trans>
        </p>
      )}
      <section className={styles.part}>
        <div className={styles.bar}>
          <h3>
            <Trans>Request</Trans>
          </h3>
          <CopyButton text={body} what={t`body`} />
        </div>
        <dl className={facts.facts}>
          <div>
            <dt>POST</dt>
            <dd>
              <code>{webhook.url}</code>
            </dd>
          </div>
          <div>
            <dt>
              <code>webhook-id</code>
            </dt>
            <dd>
              <code>{delivery.messageId}</code>
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Created</Trans>
            </dt>
            <dd>{forms.moment(delivery.createdAt)}</dd>
          </div>
        </dl>
        <pre className={facts.text} tabIndex={0} aria-label={t`Request body`}>
          {body}
        </pre>
      </section>
      <section className={styles.part}>
        <h3>
          <Trans>Response</Trans>
        </h3>
        {delivery.lastAttemptAt === null ? (
          <p>
            <Trans>None yet.</Trans>
          </p>
        ) : (
          <>
            <dl className={facts.facts}>
              <div>
                <dt>
                  <Trans>HTTP status</Trans>
                </dt>
                <dd>
                  {delivery.responseStatus === null ? <Trans>no response</Trans> : String(delivery.responseStatus)}
                </dd>
              </div>
              {delivery.durationMs === null ? null : (
                <div>
                  <dt>
                    <Trans>Duration</Trans>
                  </dt>
                  <dd>
                    <Trans>{forms.number(delivery.durationMs)} ms</Trans>
                  </dd>
                </div>
              )}
            </dl>
            {delivery.responseBody === null || delivery.responseBody === "" ? (
              <p>
                <Trans>No body.</Trans>
              </p>
            ) : (
              <pre className={facts.text} tabIndex={0} aria-label={t`Response body`}>
                {delivery.responseBody}
              </pre>
            )}
          </>
        )}
      </section>
      {delivery.attemptLog.length === 0 ? null : (
        <Card title={t`Attempts`}>
          <Table
            rows={delivery.attemptLog}
            idOf={({ at }) => at}
            columns={[
              { head: t`Time`, cell: ({ at }) => forms.moment(at) },
              {
                head: t`Response`,
                kind: "text",
                cell: ({ responseStatus, failure: why }) => (
                  <>
                    {responseStatus ?? "–"}
                    {why === null ? null : <small>{why}</small>}
                  </>
                ),
              },
              { head: t`Duration`, cell: ({ durationMs }) => <Trans>{forms.number(durationMs)} ms</Trans> },
            ]}
          />
        </Card>
      )}
    </>
  );
}
