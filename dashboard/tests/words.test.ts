import { describe, expect, test } from "vitest";

import { ApiFailure, failureOf, isSessionEnd, Unreachable } from "../src/api/failure";
import { browserOf } from "../src/features/account/browser_name";
import { formsFor, languageFor } from "../src/words/language";
import { formsOf } from "../src/words/forms";

describe("language", () => {
  test("is the first that the browser wants and the dashboard speaks", () => {
    expect(languageFor(["fr-FR", "de-CH", "en-US"])).toBe("de");
    expect(languageFor(["fr"])).toBe("en");
    expect(languageFor([])).toBe("en");
  });
  test("numbers keep the form of the reader's country", () => {
    expect(formsFor("de", ["de-CH", "en"])).toBe("de-CH");
    expect(formsFor("de", ["en-US"])).toBe("de-DE");
    expect(formsOf("de-DE").number(3412)).toBe("3.412");
    expect(formsOf("en-GB").number(3412)).toBe("3,412");
  });
  test("a span is told in its largest unit", () => {
    const now = Date.parse("2026-01-10T12:00:00Z");
    const { span } = formsOf("en-GB");
    expect(span("2026-01-10T11:59:57Z", now)).toBe("3 seconds ago");
    expect(span("2026-01-10T12:00:00Z", now)).toBe("now");
    expect(span("2026-01-09T10:00:00Z", now)).toBe("yesterday");
    expect(span("2026-01-22T12:00:00Z", now)).toBe("in 12 days");
    expect(span("2025-06-01T12:00:00Z", now)).toBe("1 Jun 2025");
  });
});

describe("a failure", () => {
  const answer = (status: number) => new Response(null, { status, headers: { "x-request-id": "req_1" } });
  const body = (code: string, details: { path: string; code: string; message: string }[] = []) => ({ data: null, error: { code, message: "No.", docUrl: "", retryable: false, details } });
  test("brings the API's words to their fields", () => {
    const failure = failureOf(answer(422), body("VALIDATION_FAILED", [{ path: "scopes[0]", code: "X", message: "a" }, { path: "name", code: "X", message: "b" }]));
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

test("a session is told by its browser", () => {
  expect(browserOf("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36")).toBe("Chrome, Linux");
  expect(browserOf("curl/8.5")).toBe("curl");
  expect(browserOf("")).toBeNull();
});
