// The events of webhooks and notifications in words, in the order of the forms.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { keysOf } from "../../../api/closed_list";
import type { Schemas } from "../../../api/client";
import { CHANGE_EVENTS } from "../citations/RateChange";

export type EventName = Schemas["EventName"];
export type NotificationKind = Schemas["NotificationKind"];

const WORDS: Readonly<Record<EventName, MessageDescriptor>> = {
  "citation.gained": CHANGE_EVENTS["citation.gained"],
  "citation.lost": CHANGE_EVENTS["citation.lost"],
  "monitor.failing": msg`An engine’s answers can’t be read anymore`,
  "crawler.refused": msg`The server begins to refuse an AI crawler`,
  "referrals.dropped": msg`Clearly fewer visits from AI than usual on a day`,
  "referrals.risen": msg`Clearly more visits from AI than usual on a day`,
  "citation.run_completed": msg`A monitor run finishes`,
  "site.installed": msg`The widget was detected on a site`,
  "site.stale": msg`The widget has not been seen for seven days, or no views arrive`,
  "prompt.generated": msg`Prompts were generated`,
  "credits.low": msg`Few credits are left`,
  "credits.exhausted": msg`No credits are left`,
  "key.created": msg`A key is created`,
  "key.rotated": msg`A key is rotated`,
  "key.revoked": msg`A key is revoked`,
  "key.expiring": msg`A key expires within seven days`,
  "webhook.disabled": msg`A webhook is disabled because its receiver fails`,
  "config.published": msg`A widget configuration is published`,
  "site.created": msg`A site is added`,
  "site.deleted": msg`A site is deleted`,
  "prompt.created": msg`A prompt is created`,
  "prompt.updated": msg`A prompt is changed`,
  "prompt.deleted": msg`A prompt is deleted`,
  "prompt.imported": msg`Prompts are imported`,
  "rule.created": msg`A rule is created`,
  "rule.updated": msg`A rule is changed`,
  "rule.deleted": msg`A rule is deleted`,
  "rule.reordered": msg`The order of rules changes`,
  "member.invited": msg`Someone is invited`,
  "member.joined": msg`Someone joins`,
  "member.updated": msg`A member gets another role or other sites`,
  "member.removed": msg`A member is removed or leaves`,
};

const REPORTS: Readonly<Record<Exclude<NotificationKind, EventName>, MessageDescriptor>> = {
  "report.weekly": msg`Weekly report`,
  "report.monthly": msg`Monthly report`,
};

export const EVENTS = keysOf(WORDS).map((name) => ({ name, words: WORDS[name] }));

/** What can be sent to a channel: first the reports, then the events. */
export const KINDS: readonly { name: NotificationKind; words: MessageDescriptor }[] = [
  ...keysOf(REPORTS).map((name) => ({ name, words: REPORTS[name] })),
  ...EVENTS,
];

export const TEST = msg`Test message`;

const DIGEST = msg`Digest of the day`;

/** Sorts names in the order above. */
export function sorted(names: readonly EventName[]): EventName[] {
  return EVENTS.map(({ name }) => name).filter((name) => names.includes(name));
}

/** The words for an event or a report; null for a name that this dashboard does not know. */
export function wordsOf(name: string): MessageDescriptor | null {
  if (name === "webhook.test" || name === "channel.test") return TEST;
  if (name === "channel.digest") return DIGEST;
  return KINDS.find((kind) => kind.name === name)?.words ?? null;
}
