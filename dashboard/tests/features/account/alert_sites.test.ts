// For which sites an alert is wanted, and the changes that lead there.

import { expect, test } from "vitest";

import {
  alertSitesOf,
  changesTo,
  type AlertSites,
  type MailChoice,
} from "../../../src/features/account/mails/alert_sites";

const [A, B, C] = ["site_a", "site_b", "site_c"];

const stored = (wanted: boolean, except: string[] = []): MailChoice => ({
  kind: "citation.lost",
  channel: "mail",
  wanted,
  except,
  nextAt: null,
});

/** The sites among three for which the alert is wanted after these changes, as the service makes them. */
function wantedAfter(item: MailChoice, changes: ReturnType<typeof changesTo>): string[] {
  let [wanted, except] = [item.wanted, [...item.except]];
  for (const { siteId, wanted: isWanted = false } of changes) {
    if (siteId === undefined) [wanted, except] = [isWanted, []];
    else {
      except = except.filter((id) => id !== siteId);
      if (isWanted !== wanted) except.push(siteId);
    }
  }
  return [A, B, C].filter((id) => except.includes(id) !== wanted);
}

test("whatever is stored, what was chosen is wanted afterwards, and what is stored already takes no change", () => {
  const choices: [AlertSites, string[]][] = [
    [{ extent: "all", listed: [] }, [A, B, C]],
    [{ extent: "only", listed: [A] }, [A]],
    [{ extent: "only", listed: [B, C] }, [B, C]],
    [{ extent: "except", listed: [A] }, [B, C]],
    [{ extent: "except", listed: [A, C] }, [B]],
  ];
  const items = [stored(false), stored(true), stored(false, [A, B]), stored(true, [A]), stored(true, [B, C])];
  for (const item of items) {
    for (const [chosen, wanted] of choices) expect(wantedAfter(item, changesTo(item, chosen))).toEqual(wanted);
    if (item.wanted || item.except.length > 0) expect(changesTo(item, alertSitesOf(item))).toEqual([]);
  }
});

test("one more site is one change", () => {
  const more = changesTo(stored(false, [A]), { extent: "only", listed: [A, B] });
  expect(more).toEqual([{ kind: "citation.lost", channel: "mail", siteId: B, wanted: true }]);
});
