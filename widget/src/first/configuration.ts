/** Where the payload of a site comes from: what the browser keeps, and what the service answers. */

import type { Site } from "./parts";
import type { Payload } from "./payload";

/** The version of the kept form: what an earlier release kept may lack what this one draws. */
export const KEPT_KEY = "askline.config.4.";

/** The last good payload of a site, if it was for pages in `language`: its language is stored before it. */
export function keptPayload({ siteId, natives }: Site, language: string): Payload | undefined {
  try {
    const kept = natives.store.recall(KEPT_KEY + siteId);
    return kept.startsWith(`${language}\n`) ? payloadIn(kept.slice(language.length)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The payload, fetched without any credential; `undefined` if the service cannot be reached or its answer is bad, null if
 * the site was deleted. A good answer is kept, a bad one replaces nothing. It has the words for pages in `language` only.
 */
export async function fetchPayload({ api, siteId, natives }: Site, language: string): Promise<Payload | null | undefined> {
  try {
    const response = await natives.fetch(`${api}/api/v1/sites/${siteId}/config?lang=${encodeURIComponent(language)}`, { credentials: "omit" });
    // A refusal to this page, or by a proxy on the way, does not mean deleted.
    const isGone = [404, 410].includes(response.status);
    const text = isGone ? "" : await response.text();
    const payload = isGone ? null : payloadIn(text);
    // When the site is deleted, what was kept of it must not live on.
    if (payload !== undefined) natives.later(() => natives.store.write(KEPT_KEY + siteId, text && `${language}\n${text}`), 0);
    return payload;
  } catch {
    // Offline, blocked, or not an answer of the service.
    return undefined;
  }
}

/** The content of the service's envelope, if it is a configuration. */
function payloadIn(text: string): Payload | undefined {
  const { data } = JSON.parse(text) as { data?: Partial<Payload> | null };
  return data?.config ? data as Payload : undefined;
}
