/** Where the payload of a site comes from: the browser's storage, and the service's response. */

import type { Site } from "./parts";
import type { Payload } from "./payload";

/**
 * The key contains the version of the stored form, because the payload that an earlier release stored may lack what
 * this release draws.
 */
export const CONFIG_KEY = "askline.config.4.";

/** The last good payload of a site, if it was for pages in `language`; its language is stored in front of it. */
export function storedPayload({ siteId, natives }: Site, language: string): Payload | undefined {
  try {
    const kept = natives.store.recall(CONFIG_KEY + siteId);
    return kept.startsWith(`${language}\n`) ? payloadIn(kept.slice(language.length)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Requests the payload without any credential. `undefined` if the service cannot be reached or its response is invalid,
 * null if the site was deleted. A valid response is stored; an invalid one replaces nothing. The payload has only the
 * texts for pages in `language`.
 */
export async function fetchPayload(
  { api, siteId, natives }: Site,
  language: string,
): Promise<Payload | null | undefined> {
  try {
    const response = await natives.fetch(
      `${api}/api/v1/sites/${siteId}/config?language=${encodeURIComponent(language)}`,
      {
        credentials: "omit",
      },
    );
    // Other errors, such as a refusal by a proxy, do not mean that the site was deleted.
    const isGone = response.status === 404 || response.status === 410;
    const text = isGone ? "" : await response.text();
    const payload = isGone ? null : payloadIn(text);
    // If the site is deleted, its stored payload is removed as well.
    if (payload !== undefined)
      natives.schedule(() => natives.store.write(CONFIG_KEY + siteId, text && `${language}\n${text}`), 0);
    return payload;
  } catch {
    // Offline, blocked, or not a response of the service.
    return undefined;
  }
}

/** The content of the service's envelope if it is a configuration. */
function payloadIn(text: string): Payload | undefined {
  const { data } = JSON.parse(text) as { data?: Partial<Payload> | null };
  return data?.config ? (data as Payload) : undefined;
}
