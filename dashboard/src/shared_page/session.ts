// The session of a shared link. The token in the address begins it, and only the memory of the page keeps it.

import type { Schemas } from "../api/client";
import { contentOf, type LinkContent, type LinkRange } from "../features/shared/link_view/content";

/** A fragment whose `#` was escaped on its way, as some mail gateways do: `/shared%23lk_…`. */
const ESCAPED = /%(?:25)?23(.*)$/;

/** The token in the address. It stays there, so that the page can be loaded again. */
export function takenToken(): string {
  return location.hash.slice(1) || (ESCAPED.exec(location.pathname)?.[1] ?? "");
}

/** Why a link shows nothing. */
export type Refusal = "unknown" | "expired" | "password" | "wrong password" | "busy" | "unreachable";

export class Refused extends Error {
  constructor(readonly reason: Refusal) {
    super(reason);
  }
}

interface Envelope<Data> {
  data: Data;
  meta: { range?: LinkRange };
  error?: { code: string; details?: readonly { path: string; code: string }[] };
}

async function sent<Data>(path: string, options: RequestInit): Promise<Envelope<Data>> {
  let response: Response;
  try {
    response = await fetch(path, { ...options, credentials: "omit", referrerPolicy: "no-referrer" });
  } catch {
    throw new Refused("unreachable");
  }
  const envelope = (await response.json().catch(() => null)) as Envelope<Data> | null;
  if (response.ok && envelope !== null) return envelope;
  throw new Refused(refusalOf(response.status, envelope));
}

function refusalOf(status: number, envelope: Envelope<unknown> | null): Refusal {
  const detail = envelope?.error?.details?.[0];
  if (detail?.path === "password") return detail.code === "WRONG" ? "wrong password" : "password";
  if (detail?.code === "EXPIRED") return "expired";
  if (status === 429 || status === 503) return "busy";
  return status === 401 || status === 403 || status === 404 || status === 422 ? "unknown" : "unreachable";
}

/** Begins a session. Throws a `Refused` otherwise. */
export async function openLink(token: string, password: string | undefined): Promise<Schemas["SharedLinkSession"]> {
  const body = JSON.stringify(password === undefined ? { token } : { token, password });
  const headers = { "content-type": "application/json" };
  return (await sent<Schemas["SharedLinkSession"]>("/api/v1/auth/link", { method: "POST", headers, body })).data;
}

/** The brand of the organization whose link it is, before its password is given; null for Askline's. */
export async function readBrand(token: string): Promise<Schemas["ShownBrand"] | null> {
  const headers = { "content-type": "application/json" };
  const options = { method: "POST", headers, body: JSON.stringify({ token }) };
  return (await sent<Schemas["SharedLinkBrand"]>("/api/v1/auth/link/brand", options)).data.brand;
}

export interface Shown {
  content: LinkContent;
  range: LinkRange;
}

/** What the link of a session shows now. */
export async function readView({ token, siteId }: Schemas["SharedLinkSession"]): Promise<Shown> {
  const headers = { authorization: `Bearer ${token}` };
  const { data, meta } = await sent<Schemas["SharedView"]>(`/api/v1/links/${encodeURIComponent(siteId)}/view`, {
    headers,
  });
  return { content: contentOf(data), range: meta.range ?? { from: "", to: "", timezone: "UTC" } };
}

/** The tables of the API that have more rows than the view, by panel. */
const TABLES: Readonly<Record<string, string>> = {
  assistants: "ai?table=assistants",
  pages: "pages?table=pages",
  questions: "questions?table=questions",
  referrers: "referrers?table=sources",
  shares: "shares?table=shares",
  crawlers: "crawlers?table=crawlers",
};

/** The whole table of a panel as CSV; null if the view has all of it. */
export async function readTable(
  { token, siteId }: Schemas["SharedLinkSession"],
  panel: string,
  language: string,
): Promise<Blob | null> {
  const table = TABLES[panel];
  if (table === undefined) return null;
  const headers = { authorization: `Bearer ${token}` };
  const path = `/api/v1/analytics/${encodeURIComponent(siteId)}/${table}&format=csv&language=${language}`;
  const response = await fetch(path, { headers, credentials: "omit", referrerPolicy: "no-referrer" });
  return response.ok ? response.blob() : null;
}
