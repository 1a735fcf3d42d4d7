// The form of a shared link, as the API takes it.

import type { Schemas } from "../../../api/client";
import { dayOf, midnight } from "../period/local_days";
import { canBeLimited, PANELS, type Limit, type Panel } from "./panels";
import type { SharedLink } from "./queries";

export const DAYS = ["7", "30", "90", "365"] as const;
export const ENDS = ["7", "30", "90", "365", "date", "never"] as const;

const DAY_MS = 86_400_000;
/** The API accepts expirations of up to this many days ahead. */
const MAX_DAYS_AHEAD = 366;

export interface LinkForm {
  name: string;
  panels: readonly Panel[];
  /** A page, or a folder with `/**`; empty for the whole site. */
  page: string;
  /** An assistant or a network; null for all. */
  platform: { id: string; isNetwork: boolean } | null;
  /** The number of last days, or `dates` for `from` and `to`. */
  days: string;
  from: string;
  to: string;
  end: (typeof ENDS)[number];
  /** The last day of the link, in the person's time zone. */
  lastDay: string;
  /** Empty for none, or for the one that the link has. */
  password: string;
  removesPassword: boolean;
  notes: boolean;
  compare: boolean;
  /** One per line; empty for no embedding. */
  origins: string;
}

export const newLink = (name: string): LinkForm => ({
  name,
  panels: ["figures", "chart", "assistants", "pages"],
  page: "",
  platform: null,
  days: "30",
  from: "",
  to: "",
  end: "30",
  lastDay: "",
  password: "",
  removesPassword: false,
  notes: true,
  compare: true,
  origins: "",
});

/** The form that shows the settings of a link. `networks` are the ids of social networks; other platforms are assistants. */
export function formOf(link: SharedLink, networks: readonly string[]): LinkForm {
  const { filter, range, expiresAt } = link;
  const [platform] = filter.platforms;
  return {
    name: link.name,
    panels: PANELS.filter((panel) => link.panels.includes(panel)),
    page: filter.pages[0] ?? "",
    platform: platform === undefined ? null : { id: platform, isNetwork: networks.includes(platform) },
    ...("days" in range
      ? { days: String(range.days), from: "", to: "" }
      : { days: "dates", from: range.from, to: range.to }),
    end: expiresAt === null ? "never" : "date",
    // The link expires at the end of its last day.
    lastDay: expiresAt === null ? "" : dayOf(new Date(Date.parse(expiresAt) - 1)),
    password: "",
    removesPassword: false,
    notes: link.notes,
    compare: link.compare,
    origins: link.embed?.origins.join("\n") ?? "",
  };
}

/** What every number is limited to. */
export function limitsOf({ page, platform }: LinkForm): Limit[] {
  return [
    ...(page.trim() === "" ? [] : (["pages"] as const)),
    ...(platform === null ? [] : ([platform.isNetwork ? "network" : "assistant"] as const)),
  ];
}

/** The body of a form at a time. Panels that the filter cannot limit are left out. */
export function linkBody(form: LinkForm, now: number): Schemas["SharedLinkCreate"] {
  const page = form.page.trim();
  const limits = limitsOf(form);
  const origins = form.origins.split(/\s+/).filter((origin) => origin !== "");
  return {
    name: form.name.trim(),
    panels: PANELS.filter((panel) => form.panels.includes(panel) && canBeLimited(panel, limits)),
    range: form.days === "dates" ? { from: form.from, to: form.to } : { days: Number(form.days) },
    compare: form.compare,
    notes: form.notes,
    expiresAt: expirationOf(form, now),
    ...(limits.length === 0
      ? {}
      : {
          filter: {
            ...(page === "" ? {} : { pages: [page] }),
            ...(form.platform === null ? {} : { platforms: [form.platform.id] }),
          },
        }),
    ...(form.password === "" ? {} : { password: form.password }),
    ...(origins.length === 0 ? {} : { embed: { origins } }),
  };
}

/** What the person changed in the form of a link; without a field if they changed nothing. */
export function changesOf(before: LinkForm, after: LinkForm, now: number): Schemas["SharedLinkUpdate"] {
  const [old, body] = [linkBody(before, now), linkBody(after, now)];
  const isSame = (field: keyof typeof body): boolean => JSON.stringify(old[field]) === JSON.stringify(body[field]);
  return {
    ...(isSame("name") ? {} : { name: body.name }),
    ...(isSame("panels") ? {} : { panels: body.panels }),
    ...(isSame("filter") ? {} : { filter: body.filter ?? {} }),
    ...(isSame("range") ? {} : { range: body.range }),
    ...(isSame("compare") ? {} : { compare: after.compare }),
    ...(isSame("notes") ? {} : { notes: after.notes }),
    ...(isSame("expiresAt") ? {} : { expiresAt: body.expiresAt ?? null }),
    ...(after.removesPassword ? { password: null } : after.password === "" ? {} : { password: after.password }),
    ...(isSame("embed") ? {} : { embed: body.embed ?? null }),
  };
}

function expirationOf({ end, lastDay }: LinkForm, now: number): string | null {
  // Without a day, the field says that one is required.
  if (end === "never" || (end === "date" && lastDay === "")) return null;
  return end === "date" ? midnight(lastDay, 1) : new Date(now + Number(end) * DAY_MS).toISOString();
}

/** The first and last day on which a link can end. An earlier last day of a link that has expired stays possible. */
export function selectableDays({ lastDay }: LinkForm, now: number): { min: string; max: string } {
  const today = dayOf(new Date(now));
  // The link expires at the midnight after its last day, which must still be within the limit.
  const max = dayOf(new Date(now + (MAX_DAYS_AHEAD - 2) * DAY_MS));
  return { min: lastDay !== "" && lastDay < today ? lastDay : today, max: lastDay > max ? lastDay : max };
}

/** The address of a link with its token in the fragment, which no server sees. */
export const addressOf = (token: string): string => `${location.origin}/shared#${token}`;

/** The frame that shows a link on another page. */
export const frameOf = (id: string, token: string): string =>
  `<iframe src="${location.origin}/embed/${id}#${token}" title="Askline" width="100%" height="600" style="border:0"></iframe>`;
