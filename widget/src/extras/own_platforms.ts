/** A site's custom platforms, which the link registry does not contain. */

import type { Payload } from "../first/payload";

/** The longest address that is opened with the prompt in it. */
const MAX_URL_BYTES = 2_000;

/**
 * The payload with the custom platforms in the registry. Platforms that the configuration does not list come after the
 * listed ones.
 */
export function withOwnPlatforms(payload: Payload): Payload {
  const { config, registry } = payload;
  const own = config.customPlatforms.map(({ id, label, urlTemplate }) => ({
    id,
    urlTemplate,
    name: label,
    strategy: "prefill",
    maxUrlBytes: MAX_URL_BYTES,
    fallback: urlTemplate.replace(/[?#].*/, ""),
  }));
  const isListed = (id: string) => config.platforms.some((choice) => choice.id === id);
  const platforms = [...config.platforms, ...own.filter(({ id }) => !isListed(id))];
  return { ...payload, config: { ...config, platforms }, registry: [...registry, ...own] };
}
