// The requests for a new key and for a change of a key. They hold only what the person chose.

import type { Schemas } from "../../api/client";
import type { ApiKey, Scope } from "../shared/keys/queries";
import { withoutImplied } from "../shared/keys/scopes";
import { dayOf, midnight } from "../shared/period/local_days";

export const LIFETIMES = ["never", "30", "90", "365", "own"] as const;
export type Lifetime = (typeof LIFETIMES)[number];

const DAY_MS = 86_400_000;
/** The API accepts expiration dates up to ten years ahead. */
const MAX_YEARS = 10;

export interface KeyForm {
  name: string;
  scopes: Scope[];
  siteChoice: "all" | "some";
  siteIds: string[];
  networkChoice: "anywhere" | "some";
  /** One IP address or network per line. */
  allowedIps: string;
  lifetime: Lifetime;
  /** `2026-11-22`: the last day on which the key is valid, in the person's time zone. */
  lastDay: string;
}

export const NEW_KEY: KeyForm = {
  name: "",
  scopes: ["analytics:read"],
  siteChoice: "all",
  siteIds: [],
  networkChoice: "anywhere",
  allowedIps: "",
  lifetime: "never",
  lastDay: "",
};

export function bodyOf(form: KeyForm, now: number): Schemas["ApiKeyCreate"] {
  const expiresAt = expirationOf(form, now);
  return {
    scopes: withoutImplied(form.scopes),
    ...(form.name.trim() === "" ? {} : { name: form.name.trim() }),
    ...(form.siteChoice === "all" ? {} : { siteIds: form.siteIds }),
    ...(form.networkChoice === "anywhere" ? {} : { allowedIps: networksOf(form.allowedIps) }),
    ...(expiresAt === null ? {} : { expiresAt }),
  };
}

/** The form that shows the settings of a key. */
export function formOf({ name, scopes, siteIds, allowedIps, expiresAt }: ApiKey): KeyForm {
  return {
    name,
    scopes: [...scopes],
    siteChoice: siteIds === null ? "all" : "some",
    siteIds: [...(siteIds ?? [])],
    networkChoice: allowedIps === null ? "anywhere" : "some",
    allowedIps: allowedIps?.join("\n") ?? "",
    lifetime: expiresAt === null ? "never" : "own",
    // The key expires at the end of its last day.
    lastDay: expiresAt === null ? "" : dayOf(new Date(Date.parse(expiresAt) - 1)),
  };
}

/** What the person changed in the form of a key; without a field if they changed nothing. */
export function changesOf(before: KeyForm, after: KeyForm, now: number): Schemas["ApiKeyUpdate"] {
  const isSame = (...names: readonly (keyof KeyForm)[]): boolean =>
    names.every((name) => String(before[name]) === String(after[name]));
  return {
    ...(isSame("name") ? {} : { name: after.name.trim() }),
    ...(isSame("scopes") ? {} : { scopes: withoutImplied(after.scopes) }),
    ...(isSame("siteChoice", "siteIds") ? {} : { siteIds: after.siteChoice === "all" ? null : after.siteIds }),
    ...(isSame("networkChoice", "allowedIps")
      ? {}
      : { allowedIps: after.networkChoice === "anywhere" ? null : networksOf(after.allowedIps) }),
    ...(isSame("lifetime", "lastDay") ? {} : { expiresAt: expirationOf(after, now) }),
  };
}

export function networksOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ""))];
}

/**
 * When the key expires: after the chosen number of days, or at the end of the chosen day. Null if it does not expire.
 */
export function expirationOf({ lifetime, lastDay }: Pick<KeyForm, "lifetime" | "lastDay">, now: number): string | null {
  if (lifetime === "never") return null;
  if (lifetime !== "own") return new Date(now + Number(lifetime) * DAY_MS).toISOString();
  return midnight(lastDay, 1);
}

/** The first and last day that can be chosen, in the person's time zone. */
export function selectableDays(now: number): { min: string; max: string } {
  const last = new Date(now);
  last.setFullYear(last.getFullYear() + MAX_YEARS);
  // The key expires at midnight after the last day, which must still be within the limit.
  last.setDate(last.getDate() - 2);
  return { min: dayOf(new Date(now)), max: dayOf(last) };
}
