// Logic of an organization's pages: forecasts, audit filters, site requests, and edit conflicts.

import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";

import { filterOf, readAuditSearch } from "../../src/features/audit/search";
import { forecastOf } from "../../src/features/credits/forecast";
import { EXPIRED, GRANTED, WRITTEN, answersOf } from "../../src/features/credits/reason";
import { clashesOf as clashesOfName, mergedOf as mergedName } from "../../src/features/organization_settings/name_form";
import { clashesOf, editOf, mergedOf, type SiteForm } from "../../src/features/site_settings/site_form";

describe("a forecast of credits", () => {
  const credits = {
    orgId: "org_1",
    balance: 800,
    reserved: 0,
    available: 800,
    monthlyAllowance: 1000,
    usedThisPeriod: 200,
    periodStart: "2026-11-01T00:00:00.000Z",
    periodEnd: "2026-12-01T00:00:00.000Z",
  };
  const after = (days: number) => Date.parse(credits.periodStart) + days * 86_400_000;
  test("is a straight line from the days that passed", () => {
    expect(forecastOf(credits, after(10))).toEqual({ kind: "lasts", used: 600, left: 400 });
  });
  test("says when they run out, if that is before the period's end", () => {
    expect(forecastOf({ ...credits, available: 100 }, after(10))).toEqual({
      kind: "runs_out",
      used: 600,
      at: new Date(after(15)),
    });
  });
  test("is missing with too few days or no use", () => {
    expect(forecastOf(credits, after(2.9))).toEqual({ kind: "too_early", days: 3 });
    expect(forecastOf({ ...credits, usedThisPeriod: 0 }, after(10))).toEqual({ kind: "nothing_used" });
  });
  test("at the end of the period is what was used", () => {
    expect(forecastOf(credits, after(30))).toEqual({ kind: "lasts", used: 200, left: 800 });
  });
});

describe("filters of the audit log", () => {
  test("stand in the address in the form that the API takes", () => {
    expect(readAuditSearch({ action: "key.*", actor: "usr_1", target: "site_2", days: 7 })).toEqual({
      action: "key.*",
      actor: "usr_1",
      target: "site_2",
      days: 7,
    });
    expect(readAuditSearch({ actor: "askline" })).toEqual({ actor: "askline" });
    expect(readAuditSearch({ action: "everything", actor: "<script>", target: 4, days: 8, open: "aud_x" })).toEqual({});
  });
  test("of a custom range are whole days, and replace a period", () => {
    expect(readAuditSearch({ from: "2026-11-01", to: "2026-11-07", days: 7 })).toEqual({
      from: "2026-11-01",
      to: "2026-11-07",
    });
    expect(readAuditSearch({ from: "2026-11-08", to: "2026-11-07" })).toEqual({});
    expect(readAuditSearch({ from: "2026-13-01", to: "2026-13-02" })).toEqual({});
    const { from, to } = filterOf({ from: "2026-10-24", to: "2026-10-25" }, 0);
    expect([new Date(from ?? "").toString(), new Date(to ?? "").toString()]).toEqual([
      new Date(2026, 9, 24).toString(),
      new Date(2026, 9, 26).toString(),
    ]);
  });
  test("of a period begin at a whole minute, so that a question is asked once", () => {
    expect(filterOf({ days: 1 }, Date.parse("2026-11-22T10:30:42.123Z"))).toEqual({ from: "2026-11-21T10:30:00.000Z" });
    expect(filterOf({ action: "key.*", actor: "usr_1", target: "key_1" }, 0)).toEqual({
      action: "key.*",
      actorId: "usr_1",
      targetId: "key_1",
    });
  });
});

test("an organization's name clashes where two owners changed the same, and what one did not touch is the other's", () => {
  const seen = { name: "Ours", slug: "ours" };
  expect(clashesOfName({ name: "Mine", slug: "ours" }, seen, { name: "Theirs", slug: "theirs" })).toEqual(["name"]);
  expect(clashesOfName({ name: " Theirs ", slug: "ours" }, seen, { name: "Theirs", slug: "ours" })).toEqual([]);
  expect(mergedName({ name: "Mine", slug: "ours" }, seen, { name: "Theirs", slug: "theirs" })).toEqual({
    name: "Mine",
    slug: "theirs",
  });
});

describe("settings of a site", () => {
  const seen: SiteForm = {
    name: "Notes",
    domain: "notes.example",
    timezone: "UTC",
    allowedOrigins: "https://notes.example\nhttps://www.notes.example",
    aliases: "",
    note: "",
    readPages: "yes",
    creditsPerMonth: "",
  };
  test("are sent only where they changed, lists without empty lines and repeats", () => {
    expect(editOf(seen, seen)).toEqual({});
    expect(editOf({ ...seen, allowedOrigins: " https://notes.example \n\nhttps://www.notes.example\n" }, seen)).toEqual(
      {},
    );
    expect(editOf({ ...seen, aliases: "River\nRiver\n Notes " }, seen)).toEqual({ aliases: ["River", "Notes"] });
  });
  test("clash where two people changed the same to different things, and nowhere else", () => {
    const theirs = { ...seen, name: "Journal", timezone: "Europe/Berlin" };
    expect(clashesOf({ ...seen, name: "Diary" }, seen, theirs)).toEqual(["name"]);
    expect(clashesOf({ ...seen, name: "Journal" }, seen, theirs)).toEqual([]);
    expect(clashesOf({ ...seen, aliases: "River" }, seen, theirs)).toEqual([]);
  });
  test("that one did not touch are the others', also where one's own are saved over theirs", () => {
    const theirs = { ...seen, name: "Journal", aliases: "River" };
    expect(mergedOf({ ...seen, name: "Diary" }, seen, theirs)).toEqual({ ...theirs, name: "Diary" });
    expect(editOf(mergedOf({ ...seen, name: "Diary" }, seen, theirs), theirs)).toEqual({ name: "Diary" });
  });
});

test("every reason that the service writes into the ledger has words in each language", async () => {
  const source = (name: string) => readFile(`../crates/domain/src/${name}.rs`, "utf8");
  for (const reason of [GRANTED, EXPIRED]) expect(await source("organizations/ledger")).toContain(`"${reason}"`);
  expect(await source("generation/mod")).toContain(`"${WRITTEN}"`);
  expect(await source("monitors/run_end")).toContain('format!("{} {answers} to “{question}”"');
  expect(answersOf("1 answer to “Which notes?”")).toEqual({ count: 1, question: "Which notes?" });
  expect(answersOf("12 answers to “What is “this”?”")).toEqual({ count: 12, question: "What is “this”?" });
  expect(answersOf("3 answers, since an engine was down")).toBeNull();
});
