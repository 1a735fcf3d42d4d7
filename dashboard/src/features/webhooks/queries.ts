// The requests of the pages about webhooks. Requests whose response contains a secret are not here, because caches
// outlive dialogs.

import { api, askWhole, type Schemas } from "../../api/client";
import { itemsOf, pagedQuery } from "../../api/paged_query";

export type Webhook = Schemas["Webhook"];
export type Delivery = Schemas["WebhookDelivery"];
export type DeliveryStatus = Schemas["DeliveryStatus"];
export type EventName = Schemas["EventName"];

const ROWS = 50;
const POLL_INTERVAL_MS = 15_000;
/** The interval while a delivery has had no attempt yet. */
const PENDING_POLL_INTERVAL_MS = 1_000;

export const webhooksQuery = (orgId: string) =>
  pagedQuery({
    queryKey: ["webhooks", orgId],
    read: (from, signal) =>
      askWhole(api.GET("/api/v1/webhooks", { params: { query: { orgId, limit: ROWS, ...from } }, signal })),
    refetchInterval: POLL_INTERVAL_MS,
  });

export const deliveriesQuery = (orgId: string, webhookId: string, status: DeliveryStatus | undefined) =>
  pagedQuery({
    queryKey: ["deliveries", orgId, webhookId, status ?? "all"],
    read: (from, signal) => {
      const query = { orgId, limit: ROWS, ...(status === undefined ? {} : { status }), ...from };
      return askWhole(
        api.GET("/api/v1/webhooks/{webhookId}/deliveries", { params: { path: { webhookId }, query }, signal }),
      );
    },
    // Polls quickly while a delivery has had no attempt yet. After a failed attempt, the next one is minutes or hours
    // away.
    refetchInterval: ({ state }) =>
      itemsOf(state.data?.pages ?? []).some(isNew) ? PENDING_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
  });

function isNew({ status, attempts }: Delivery): boolean {
  return status === "pending" && attempts === 0;
}
