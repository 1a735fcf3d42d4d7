// The request for a new key: only what the person chose.

import type { Schemas } from "../../api/client";
import type { Scope } from "../shared/keys/queries";
import { withoutImplied } from "./scopes";

export const LASTS = ["never", "30", "90", "365", "own"] as const;
export type Lasts = (typeof LASTS)[number];

const DAY_MS = 86_400_000;
/** The API accepts expiration dates up to ten years ahead. */
const MAX_YEARS = 10;

export interface KeyForm {
  name: string;
  scopes: Scope[];
  where: "all" | "some";
  siteIds: string[];
  from: "anywhere" | "some";
  /** One IP address or network per line. */
  allowedIps: string;
  lasts: Lasts;
  /** `2026-11-22`: the last day on which the key is valid, in the person's time zone. */
  lastDay: string;
}

export const NEW_KEY: KeyForm = { name: "", scopes: ["analytics:read"], where: "all", siteIds: [], from: "anywhere", allowedIps: "", lasts: "never", lastDay: "" };

export function bodyOf(form: KeyForm, now: number): Schemas["ApiKeyCreate"] {
  const expiresAt = endOf(form, now);
  return {
    scopes: withoutImplied(form.scopes),
    ...(form.name.trim() === "" ? {} : { name: form.name.trim() }),
    ...(form.where === "all" ? {} : { siteIds: form.siteIds }),
    ...(form.from === "anywhere" ? {} : { allowedIps: networksOf(form.allowedIps) }),
    ...(expiresAt === null ? {} : { expiresAt }),
  };
}

export function networksOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ""))];
}

/** When the key expires: at the end of its last day. */
export function endOf({ lasts, lastDay }: Pick<KeyForm, "lasts" | "lastDay">, now: number): string | null {
  if (lasts === "never") return null;
  if (lasts !== "own") return new Date(now + Number(lasts) * DAY_MS).toISOString();
  const end = new Date(`${lastDay}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}

/** The first and last day that can be chosen, in the person's time zone. */
export function daysToChoose(now: number): { least: string; most: string } {
  const day = (date: Date): string => `${String(date.getFullYear())}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
  const last = new Date(now);
  last.setFullYear(last.getFullYear() + MAX_YEARS);
  // The key expires at midnight after the last day, which must still be within the limit.
  last.setDate(last.getDate() - 2);
  return { least: day(new Date(now)), most: day(last) };
}
