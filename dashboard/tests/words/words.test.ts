// Languages, formats with and without Intl, and messages of failed requests.

import { describe, expect, test } from "vitest";

import { ApiFailure, failureOf, isSessionEnd, Unreachable } from "../../src/api/failure";
import { browserOf } from "../../src/words/browser_name";
import { formsFor, languageFor } from "../../src/words/language";
import { numbersOf, pluralsOf } from "../../src/words/counts";
import { formsOf } from "../../src/words/forms";

describe("language", () => {
  test("is the first that the browser wants and the dashboard speaks", () => {
    expect(languageFor(["fr-FR", "de-CH", "en-US"])).toBe("de");
    expect(languageFor(["fr"])).toBe("en");
    expect(languageFor([])).toBe("en");
  });
  test("numbers and dates have the form of the reader's country in both languages", () => {
    expect(formsFor("de", ["de-CH", "en"])).toBe("de-CH");
    expect(formsFor("de", ["en-US"])).toBe("de-DE");
    for (const [wanted, tag] of [
      [["en-GB", "en"], "en-GB"],
      [["fr-FR"], "en-FR"],
      [["en", "da-DK"], "en-DK"],
      [["en"], "en-US"],
      [["zh-Hans-CN"], "en-CN"],
    ] as const)
      expect(formsFor("en", wanted)).toBe(tag);
    expect(formsOf("en-FR").day("2026-11-03")).toBe("3 Nov");
    expect(formsOf("de-DE").number(3412)).toBe("3.412");
    expect(formsOf("en-US").number(3412)).toBe("3,412");
  });
  test("a span is shown in its largest unit", () => {
    const clock = { now: Date.parse("2026-01-10T12:00:00Z"), everyMs: 1_000 };
    const { span } = formsOf("en-US");
    expect(span("2026-01-10T11:59:57Z", clock)).toBe("3 seconds ago");
    expect(span("2026-01-10T12:00:00Z", clock)).toBe("now");
    expect(span("2026-01-09T10:00:00Z", clock)).toBe("yesterday");
    expect(span("2026-01-22T12:00:00Z", clock)).toBe("in 12 days");
    expect(span("2025-06-01T12:00:00Z", clock)).toBe("Jun 1, 2025");
  });
  test("the past is never shown as the future, nor the future as the past, however the clocks differ", () => {
    const { ago, until } = formsOf("en-US");
    const clock = { now: Date.parse("2026-01-10T12:00:00Z"), everyMs: 1_000 };
    for (const ahead of ["2026-01-10T12:00:03Z", "2026-01-10T12:59:00Z", "2026-03-10T12:00:00Z"])
      expect(ago(ahead, clock)).toBe("now");
    for (const late of ["2026-01-10T11:59:57Z", "2026-01-09T12:00:00Z"]) expect(until(late, clock)).toBe("now");
    expect(ago("2026-01-10T11:58:00Z", clock)).toBe("2 minutes ago");
    expect(until("2026-01-10T12:02:00Z", clock)).toBe("in 2 minutes");
  });
  test("a clock that moves once a minute shows no seconds", () => {
    const clock = { now: Date.parse("2026-01-10T12:00:00Z"), everyMs: 60_000 };
    const { ago, until } = formsOf("en-US");
    expect(ago("2026-01-10T11:59:57Z", clock)).toBe("this minute");
    expect(ago("2026-01-10T12:00:30Z", clock)).toBe("this minute");
    expect(ago("2026-01-10T11:58:30Z", clock)).toBe("1 minute ago");
    expect(until("2026-01-10T12:00:30Z", clock)).toBe("this minute");
    expect(formsOf("de-DE").ago("2026-01-10T11:59:57Z", clock)).toBe("in dieser Minute");
  });
});

describe("forms that are written without Intl", () => {
  /** Which kind of space Intl uses depends on its version. */
  const blanks = (text: string) => text.replace(/[\u2009\u00a0\u202f]/g, " ");
  for (const tag of ["en-US", "de-DE"]) {
    const forms = formsOf(tag);
    test(`${tag}: numbers are those of Intl`, () => {
      const [whole, percent, decimal] = [
        new Intl.NumberFormat(tag),
        new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 0 }),
        new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      ];
      const values = [0, -0, 7, -7, 999, 1000, 12_345, 999_999, 1_000_000, 10_000_000_000, 2 ** 60, 1.5, NaN, Infinity];
      for (const value of values) expect(forms.number(value)).toBe(whole.format(value));
      const rates = [0, -0, 0.005, 0.015, 0.285, 0.994, 0.995, 0.005000001, 1e-9, 1, 10.1, -0.2, NaN, 1 / 3];
      for (let step = 0; step <= 2_000; step += 1) rates.push(step / 2_000, step / 1_733);
      for (const rate of rates) {
        expect(forms.percent(rate)).toBe(percent.format(rate));
        for (const by of [1, 97.3]) expect(forms.decimal(rate * by)).toBe(decimal.format(rate * by));
      }
      for (const value of [0.05, 0.15, 0.25, 0.35, 9.95, 99.95, 999.95, 1234.56, 1e21])
        expect(forms.decimal(value)).toBe(decimal.format(value));
    });
    test(`${tag}: days are those of Intl`, () => {
      const [day, weekday] = [
        new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", timeZone: "UTC" }),
        new Intl.DateTimeFormat(tag, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }),
      ];
      const dated = new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
      const current = new Date().getFullYear();
      // 2028 has 366 days. A range in a year other than the current one shows its year.
      for (const [year, range] of [
        [current, day],
        [2028, current === 2028 ? day : dated],
      ] as const) {
        const dates = Array.from({ length: 365 }, (_, place) =>
          new Date(Date.UTC(year, 0, 1 + place)).toISOString().slice(0, 10),
        );
        for (const [place, date] of dates.entries()) {
          const to = dates[Math.min(364, place + (place % 40))] ?? date;
          expect(forms.day(date)).toBe(day.format(new Date(date)));
          expect(forms.weekday(date)).toBe(weekday.format(new Date(date)));
          expect(blanks(forms.days(date, to))).toBe(blanks(range.formatRange(new Date(date), new Date(to))));
        }
      }
      expect(forms.days("2027-12-30", "2028-01-02")).toBe(
        day.formatRange(new Date("2027-12-30"), new Date("2028-01-02")),
      );
    });
  }
});

describe("counts that are written without Intl", () => {
  const values = [0, -0, 1, -1, 2, 7, 999, 1000, -1000, 12_345, 1_000_000, 2 ** 60, 1.5, 0.1, NaN, Infinity];
  for (const language of ["en", "de", "fr"]) {
    test(`${language}: numbers and plural forms are those of Intl`, () => {
      const [number, plural] = [new Intl.NumberFormat(language), new Intl.PluralRules(language)];
      for (const value of values) {
        expect(numbersOf([language], () => number).format(value)).toBe(number.format(value));
        expect(pluralsOf([language], () => plural).select(value)).toBe(plural.select(value));
      }
    });
  }
  test("ask Intl only for what is not known", () => {
    const never = () => {
      throw new Error("Intl was asked.");
    };
    expect(numbersOf(["de"], never).format(3412)).toBe("3.412");
    expect(pluralsOf(["de"], never).select(1)).toBe("one");
  });
});

describe("a failure", () => {
  const answer = (status: number) => new Response(null, { status, headers: { "x-request-id": "req_1" } });
  const body = (code: string, details: { path: string; code: string; message: string }[] = []) => ({
    data: null,
    error: { code, message: "No.", docUrl: "", retryable: false, details },
  });
  test("brings the API's words to their fields", () => {
    const failure = failureOf(
      answer(422),
      body("VALIDATION_FAILED", [
        { path: "scopes[0]", code: "X", message: "a" },
        { path: "name", code: "X", message: "b" },
      ]),
    );
    expect(failure).toBeInstanceOf(ApiFailure);
    expect((failure as ApiFailure).fields).toEqual({ scopes: ["a"], name: ["b"] });
    expect((failure as ApiFailure).requestId).toBe("req_1");
  });
  test("of something between is a lost connection", () => {
    expect(failureOf(answer(502), "<html>")).toBeInstanceOf(Unreachable);
    expect(failureOf(answer(502), undefined)).toBeInstanceOf(Unreachable);
  });
  test("a wrong password ends no session, an ended session does", () => {
    expect(isSessionEnd(failureOf(answer(401), body("INVALID_CREDENTIALS")))).toBe(false);
    expect(isSessionEnd(failureOf(answer(401), body("SESSION_EXPIRED")))).toBe(true);
    expect(isSessionEnd(failureOf(answer(403), body("FORBIDDEN")))).toBe(false);
  });
});

test("a session is named after its browser", () => {
  expect(
    browserOf("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"),
  ).toBe("Chrome, Linux");
  expect(browserOf("curl/8.5")).toBe("curl");
  expect(browserOf("")).toBeNull();
});
