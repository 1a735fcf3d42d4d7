// The services that channels belong to. Their names are the same in every language.

import type { ChannelType } from "./queries";

export const SERVICES: Readonly<Record<ChannelType, string>> = {
  slack: "Slack",
  discord: "Discord",
  teams: "Microsoft Teams",
};

/** How an address of the service begins. */
export const EXAMPLES: Readonly<Record<ChannelType, string>> = {
  slack: "https://hooks.slack.com/services/…",
  discord: "https://discord.com/api/webhooks/…",
  teams: "https://….environment.api.powerplatform.com/…/workflows/…",
};
