// For which sites an alert is wanted, and the request that stores it.

import { expect, test } from "vitest";

import {
  alertSitesOf,
  requestFor,
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

/** The sites among three for which the alert is wanted after a request. */
const wantedAfter = ({ wanted = false, except = [] }: ReturnType<typeof requestFor>): string[] =>
  [A, B, C].filter((id) => except.includes(id) !== wanted);

test("one request stores the whole choice, and what is stored already is the same choice", () => {
  const choices: [AlertSites, string[]][] = [
    [{ extent: "all", listed: [] }, [A, B, C]],
    // What was listed before all sites were chosen is no exception.
    [{ extent: "all", listed: [A] }, [A, B, C]],
    [{ extent: "only", listed: [A] }, [A]],
    [{ extent: "only", listed: [B, C] }, [B, C]],
    [{ extent: "except", listed: [A] }, [B, C]],
    [{ extent: "except", listed: [A, C] }, [B]],
  ];
  const items = [stored(false), stored(true), stored(false, [A, B]), stored(true, [A]), stored(true, [B, C])];
  for (const item of items) {
    for (const [chosen, wanted] of choices) expect(wantedAfter(requestFor(item, chosen))).toEqual(wanted);
    const { kind, channel, wanted, except } = item;
    expect(requestFor(item, alertSitesOf(item))).toEqual({ kind, channel, wanted, except });
  }
});
