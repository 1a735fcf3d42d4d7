// The events of a webhook in words, in the order of the form.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { CHANGE_EVENTS } from "../shared/citations/RateChange";
import type { EventName } from "./queries";

interface EventWords {
  name: EventName;
  words: MessageDescriptor;
}

export const EVENTS: readonly EventWords[] = [
  { name: "citation.gained", words: CHANGE_EVENTS["citation.gained"] },
  { name: "citation.lost", words: CHANGE_EVENTS["citation.lost"] },
  { name: "monitor.failing", words: msg`An engine’s answers can’t be read anymore` },
  { name: "citation.run_completed", words: msg`A monitor run finishes` },
  { name: "site.installed", words: msg`The widget was detected on a site` },
  { name: "site.stale", words: msg`The widget has not been seen for seven days` },
  { name: "prompt.generated", words: msg`Prompts were generated` },
  { name: "credits.low", words: msg`Few credits are left` },
  { name: "credits.exhausted", words: msg`No credits are left` },
  { name: "key.created", words: msg`A key is created` },
  { name: "key.rotated", words: msg`A key is rotated` },
  { name: "key.revoked", words: msg`A key is revoked` },
  { name: "key.expiring", words: msg`A key expires within seven days` },
];

export const TEST = msg`Test message`;

/** Sorts names in the order above. */
export function sorted(names: readonly EventName[]): EventName[] {
  return EVENTS.map(({ name }) => name).filter((name) => names.includes(name));
}

/** The words for an event; null for a name that this dashboard does not know. */
export function wordsOf(name: string): MessageDescriptor | null {
  if (name === "webhook.test") return TEST;
  return EVENTS.find((event) => event.name === name)?.words ?? null;
}
