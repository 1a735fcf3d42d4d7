// The search parameters of the page about webhooks.

import type { DeliveryStatus } from "./queries";

export const STATUSES = ["failed", "pending", "succeeded"] as const satisfies readonly DeliveryStatus[];

export interface WebhooksSearch {
  /** The webhook whose sheet is open. */
  open?: string;
  /** Which of its deliveries the sheet lists. */
  status?: DeliveryStatus;
  /** The delivery that the sheet shows. */
  delivery?: string;
}

export function readWebhooksSearch({ open, status, delivery }: Record<string, unknown>): WebhooksSearch {
  if (typeof open !== "string" || !open.startsWith("whk_")) return {};
  const known = STATUSES.find((name) => name === status);
  return {
    open,
    ...(known === undefined ? {} : { status: known }),
    ...(typeof delivery === "string" && delivery.startsWith("dlv_") ? { delivery } : {}),
  };
}
