/** The entries of CHANGELOG.md that the dashboard shows, added at build time by changelog.mjs. */
declare module "virtual:changelog" {
  export const entries: readonly { id: string; version: string; audience: "owners" | "readers"; text: string }[];
}

/** Only the ids of the entries, which are enough for most visits. */
declare module "virtual:changelog-ids" {
  export const ids: readonly string[];
}

declare module "*.po" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
