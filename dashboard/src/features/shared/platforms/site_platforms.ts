// The assistants of a site's widget.

import type { Schemas } from "../../../api/client";
import { nameOfPlatform } from "./platforms";

/**
 * The assistants that a prompt or a rule can name: those of the widget, with their labels there, and those in
 * `alsoNamed`.
 */
export function platformsOf(site: Schemas["SiteDetail"], alsoNamed: readonly string[]): { id: string; name: string }[] {
  const { platforms, customPlatforms } = site.config;
  const own = new Map(customPlatforms.map(({ id, label }) => [id, label]));
  const ids = new Set([...platforms.map(({ id }) => id), ...own.keys(), ...alsoNamed]);
  return [...ids].map((id) => ({
    id,
    name: platforms.find((one) => one.id === id)?.label ?? own.get(id) ?? nameOfPlatform(id),
  }));
}
