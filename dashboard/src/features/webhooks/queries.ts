// The requests of the pages about webhooks. Answers with a secret are not requested here, because caches outlive dialogs.

import { infiniteQueryOptions } from "@tanstack/react-query";

import { api, askWhole, type Schemas } from "../../api/client";

export type Webhook = Schemas["Webhook"];
export type Delivery = Schemas["WebhookDelivery"];
export type DeliveryStatus = Schemas["DeliveryStatus"];
export type EventName = Schemas["EventName"];

const ROWS = 50;
const LOOK_EVERY_MS = 15_000;
/** While a message is on its way. */
const WATCH_EVERY_MS = 1_000;

export const webhooksQuery = (orgId: string) =>
  infiniteQueryOptions({
    queryKey: ["webhooks", orgId],
    queryFn: async ({ signal, pageParam }) => {
      const query = { orgId, limit: ROWS, ...(pageParam === "" ? {} : { cursor: pageParam }) };
      const { data, meta } = await askWhole(api.GET("/api/v1/webhooks", { params: { query }, signal }));
      return { items: data.items, next: meta.pagination.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.next,
    select: (found) => found.pages.flatMap(({ items }) => items),
    refetchInterval: LOOK_EVERY_MS,
  });

export const deliveriesQuery = (orgId: string, webhookId: string, status: DeliveryStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: ["deliveries", orgId, webhookId, status ?? "all"],
    queryFn: async ({ signal, pageParam }) => {
      const query = { orgId, limit: ROWS, ...(status === undefined ? {} : { status }), ...(pageParam === "" ? {} : { cursor: pageParam }) };
      const { data, meta } = await askWhole(api.GET("/api/v1/webhooks/{webhookId}/deliveries", { params: { path: { webhookId }, query }, signal }));
      return { items: data.items, next: meta.pagination.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.next,
    select: (found) => found.pages.flatMap(({ items }) => items),
    // One that was never attempted is about to be; one that failed waits minutes or hours.
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isOnItsWay)) === true ? WATCH_EVERY_MS : LOOK_EVERY_MS),
  });

function isOnItsWay({ status, attempts }: Delivery): boolean {
  return status === "pending" && attempts === 0;
}
