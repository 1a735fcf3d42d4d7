// The panels of a shared link, and what each of them can be limited to. The rules are those of
// `crates/domain/src/shared_links/panel.rs`.

import type { Schemas } from "../../../api/client";
import { every } from "../../../api/closed_list";

export type Panel = Schemas["SharedPanel"];

export const PANELS = every<Panel>()([
  "figures",
  "chart",
  "loop",
  "citations",
  "assistants",
  "pages",
  "questions",
  "referrers",
  "shares",
  "devices",
  "crawlers",
  "reads",
]);

export type Limit = "pages" | "assistant" | "network";

const PAGES = ["pages"] as const;
const PAGES_AND_ASSISTANT = ["pages", "assistant"] as const;

const LIMITS: Readonly<Record<Panel, readonly Limit[]>> = {
  // Figures that the filter cannot limit are left out.
  figures: ["pages", "assistant", "network"],
  chart: PAGES_AND_ASSISTANT,
  assistants: PAGES_AND_ASSISTANT,
  questions: PAGES_AND_ASSISTANT,
  referrers: PAGES_AND_ASSISTANT,
  // A view belongs to no platform.
  pages: PAGES,
  devices: PAGES,
  crawlers: PAGES,
  reads: PAGES,
  shares: ["pages", "network"],
  // Engines are asked about the site.
  loop: [],
  citations: [],
};

/** Whether a panel can be shown with these limits. */
export const canBeLimited = (panel: Panel, limits: readonly Limit[]): boolean =>
  limits.every((limit) => LIMITS[panel].includes(limit));
