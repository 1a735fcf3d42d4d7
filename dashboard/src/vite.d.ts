/** What CHANGELOG.md says, put in at build by changelog.mjs. */
declare module "virtual:changelog" {
  export const entries: readonly { id: string; section: string; text: string }[];
}

/** The ids alone, which is all that most visits need. */
declare module "virtual:changelog-ids" {
  export const ids: readonly string[];
}

declare module "*.po" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
