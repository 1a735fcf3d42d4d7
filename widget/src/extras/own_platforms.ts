/** A site's own platforms, which the link registry does not know. */

import type { Payload } from "../payload";

/** The longest address that is opened with the prompt in it. */
const URL_BYTES_MOST = 2_000;

/** As the service sends it for those without a mark: `crates/domain/src/mark.rs`. */
const SPARK = "M12 1l3 8 8 3-8 3-3 8-3-8-8-3 8-3z";

/** With them in the registry, and those that the configuration does not list after those that it does. */
export function withOwnPlatforms(payload: Payload): Payload {
  const { config, registry } = payload;
  const mark = config.theme.marks === "none" ? "" : SPARK;
  const own = config.customPlatforms.map(({ id, label, urlTemplate }) => ({
    id, urlTemplate, mark, name: label, strategy: "prefill", maxUrlBytes: URL_BYTES_MOST, fallback: urlTemplate.replace(/[?#].*/, ""),
  }));
  const isListed = (id: string) => config.platforms.some((choice) => choice.id === id);
  const platforms = [...config.platforms, ...own.filter(({ id }) => !isListed(id))];
  return { ...payload, config: { ...config, platforms }, registry: [...registry, ...own] };
}
