// The page about crawlers: the lines to paste, the form of a source, the address.

import { describe, expect, test } from "vitest";

import { emptySource, fieldsOf, sourceBody } from "../../../src/features/crawlers/sources/SourceFields";
import { SERVERS, serverOf, setupLines } from "../../../src/features/crawlers/sources/setup_lines";
import { readCrawlersSearch } from "../../../src/features/shared/analytics/search";

const TOKEN = "lg_" + "a".repeat(38);

describe("the lines to paste", () => {
  test.each(SERVERS)("for %s have the address and the token, each complete", (server) => {
    const lines = setupLines(server, "https://ask.example.com", TOKEN);
    expect(lines).toContain("https://ask.example.com");
    expect(lines).toContain(TOKEN);
    expect(lines).not.toMatch(/undefined|\$\{/);
  });
  test("keep the token out of the list of processes, read no line of Docker again, and never give up", () => {
    const docker = setupLines("docker", "https://ask.example.com", TOKEN);
    expect(docker).toMatch(/--since 0m web .*follow - .*--source-file/);
    expect(docker).not.toContain("--source '");
    const unit = setupLines("systemd", "https://ask.example.com", TOKEN);
    expect(unit).toMatch(/\[Unit\][^[]*StartLimitIntervalSec=0\n/);
    expect(unit).toMatch(/\[Service\][^[]*RestartSec=30\n/);
  });
  test("are first those of the server that writes the source's format, or of nginx", () => {
    for (const format of ["vercel", "caddy", "haproxy", "bunny", "cloudflare"]) expect(serverOf(format)).toBe(format);
    for (const format of [null, "combined", "cloudfront"]) expect(serverOf(format)).toBe("nginx");
  });
  test("name the headers of HAProxy in the order in which they are read, and escape what cron would change", () => {
    const captured = setupLines("haproxy", "https://ask.example.com", TOKEN).matchAll(/request header (\S+) /g);
    expect([...captured].map(([, header]) => header)).toEqual(["User-Agent", "Referer", "Host"]);
    expect(setupLines("bunny", "https://ask.example.com", TOKEN)).toMatch(/\+\\%m-\\%d-\\%y\)\/ZONE\.log/);
  });
});

describe("the form of a source", () => {
  test("an empty format is guessed, and a LogFormat line goes with the format apache alone", () => {
    const form = { ...emptySource, name: " web 1 ", logFormat: "%h", hosts: " a.example\n\nb.example " };
    expect(sourceBody(form)).toEqual({
      name: "web 1",
      format: null,
      logFormat: null,
      hosts: ["a.example", "b.example"],
      verificationCode: null,
    });
    expect(sourceBody({ ...form, format: "apache" }).logFormat).toBe("%h");
  });
  test("a source that is shown and saved again is the same", () => {
    const settings = {
      name: "web",
      format: "vercel" as const,
      logFormat: null,
      hosts: ["a.example", "b.example"],
      verificationCode: "a1b2",
    };
    const state = {
      lines: 0,
      kept: 0,
      unreadable: 0,
      otherHosts: 0,
      outOfRange: 0,
      lastLineAt: null,
      lastBatchAt: null,
    };
    const shown = { id: "src_1", siteId: "site_1", hasDrainSecret: true, maskedToken: "lg_…", createdAt: "", state };
    expect(sourceBody(fieldsOf({ ...settings, ...shown }))).toEqual(settings);
  });
  test("the code and the secret of a drain go with the format vercel alone", () => {
    const form = { ...emptySource, name: "web", verificationCode: " a1 ", drainSecret: " s " };
    expect(sourceBody({ ...form, format: "vercel" })).toMatchObject({ verificationCode: "a1", drainSecret: "s" });
    expect(sourceBody({ ...form, format: "caddy" })).toMatchObject({ verificationCode: null });
    expect(sourceBody({ ...form, format: "caddy" })).not.toHaveProperty("drainSecret");
  });
});

test("an address with unknown filters still shows the page", () => {
  expect(
    readCrawlersSearch({ purpose: "x", evidence: "signed", list: "all", sources: "1", platform: "chatgpt" }),
  ).toEqual({
    platform: "chatgpt",
  });
  const search = { purpose: "search", evidence: "refuted", list: "not_read", sources: "open", days: 7 };
  expect(readCrawlersSearch(search)).toEqual({ ...search, platform: undefined });
});
