/** What CHANGELOG.md says, put in at build by changelog.mjs. */
declare module "virtual:changelog" {
  export const entries: readonly { id: string; section: string; text: string }[];
}

/** Only the ids, which are enough for most visits. */
declare module "virtual:changelog-ids" {
  export const ids: readonly string[];
}

declare module "*.po" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
