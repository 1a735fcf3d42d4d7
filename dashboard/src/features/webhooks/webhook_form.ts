// The request of the webhook form. A new webhook sends all fields, an existing one only changed fields.

import type { Schemas } from "../../api/client";
import type { EventName, Webhook } from "./queries";

export interface WebhookForm {
  url: string;
  events: EventName[];
  description: string;
}

export function formOf(webhook: Webhook | null): WebhookForm {
  if (webhook === null)
    return {
      url: "https://",
      events: ["citation.gained", "citation.lost", "crawler.refused", "referrals.dropped", "site.stale", "credits.low"],
      description: "",
    };
  // If the stored URL was lost, the API returns only its origin, so the field starts empty.
  return {
    url: webhook.urlUnreadable ? "" : webhook.url,
    events: [...webhook.events],
    description: webhook.description,
  };
}

export function newOf({ url, events, description }: WebhookForm): Schemas["WebhookCreate"] {
  return { url: url.trim(), events, ...(description.trim() === "" ? {} : { description: description.trim() }) };
}

export function editOf(form: WebhookForm, before: Webhook): Schemas["WebhookUpdate"] {
  const { url, events, description } = newOf(form);
  const sameEvents = events.length === before.events.length && events.every((name) => before.events.includes(name));
  return {
    ...(url === before.url && !before.urlUnreadable ? {} : { url }),
    ...(sameEvents ? {} : { events }),
    ...((description ?? "") === before.description ? {} : { description: description ?? "" }),
  };
}
