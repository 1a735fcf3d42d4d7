// The search parameters of the page about webhooks.

import { every } from "../../api/closed_list";
import type { DeliveryStatus } from "./queries";

export const STATUSES = every<DeliveryStatus>()(["failed", "pending", "succeeded"]);

export interface WebhooksSearch {
  /** The webhook whose sheet is open. */
  open?: string;
  /** The status by which the sheet filters deliveries. */
  status?: DeliveryStatus;
  /** The open delivery. */
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
