// The form of a shared link: its fields, and the body of the request.

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

/** Panels that cannot be limited to pages: engines are asked about the site. */
export const OF_WHOLE_SITE: readonly Panel[] = ["loop", "citations"];

export const DAYS = ["7", "30", "90", "365"] as const;
export const ENDS = ["7", "30", "90", "365", "never"] as const;

const DAY_MS = 86_400_000;

export interface LinkForm {
  name: string;
  panels: readonly Panel[];
  /** A page, or a folder with `/**`; empty for the whole site. */
  page: string;
  days: (typeof DAYS)[number];
  end: (typeof ENDS)[number];
  password: string;
  notes: boolean;
  compare: boolean;
  /** One per line; empty for no embedding. */
  origins: string;
}

export const newLink = (name: string): LinkForm => ({
  name,
  panels: ["figures", "chart", "assistants", "pages"],
  page: "",
  days: "30",
  end: "30",
  password: "",
  notes: true,
  compare: true,
  origins: "",
});

/** The body of a form at a time. Panels that the filter cannot limit are left out. */
export function linkBody(form: LinkForm, now: number): Schemas["SharedLinkCreate"] {
  const page = form.page.trim();
  const origins = form.origins.split(/\s+/).filter((origin) => origin !== "");
  const isShown = (panel: Panel): boolean =>
    form.panels.includes(panel) && (page === "" || !OF_WHOLE_SITE.includes(panel));
  return {
    name: form.name.trim(),
    panels: PANELS.filter(isShown),
    range: { days: Number(form.days) },
    compare: form.compare,
    notes: form.notes,
    expiresAt: form.end === "never" ? null : new Date(now + Number(form.end) * DAY_MS).toISOString(),
    ...(page === "" ? {} : { filter: { pages: [page] } }),
    ...(form.password === "" ? {} : { password: form.password }),
    ...(origins.length === 0 ? {} : { embed: { origins } }),
  };
}

/** The address of a link with its token in the fragment, which no server sees. */
export const addressOf = (token: string): string => `${location.origin}/shared#${token}`;

/** The frame that shows a link on another page. */
export const frameOf = (id: string, token: string): string =>
  `<iframe src="${location.origin}/embed/${id}#${token}" title="Askline" width="100%" height="600" style="border:0"></iframe>`;
