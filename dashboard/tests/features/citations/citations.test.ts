// The logic of the citations page: answers as text, its address, forms, changes.

import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";

import type { Schemas } from "../../../src/api/client";
import { piecesOf, type Piece } from "../../../src/features/citations/evidence/answer_text";
import { readAnswer } from "../../../src/features/citations/evidence/engine_bodies";
import { newInLatestRun } from "../../../src/features/citations/rates/changes";
import { hasTooFewSamples } from "../../../src/features/shared/citations/samples";
import { changeOf, unexplained } from "../../../src/features/shared/citations/RateChange";
import { ENGINES, type Engine } from "../../../src/features/shared/citations/engines";
import {
  REASONS,
  answerFailureWords,
  readinessWords,
  runFailureWords,
} from "../../../src/features/citations/failure_words";
import { bodyOf, competitorsOf, formOf } from "../../../src/features/citations/monitor/monitor_form";
import { openEngine, readCitationsSearch } from "../../../src/features/citations/search";
import { showLanguage } from "../../../src/words/language";

const source = (position: number, url: string, owner: Schemas["SourceOwner"]): Schemas["CitedUrl"] => ({
  url,
  domain: new URL(url).hostname,
  title: null,
  position,
  owner,
  pageKnown: true,
});
const OWN = source(1, "https://example.org/a", "own");
const OTHER = source(2, "https://other.example/b", "other");

/** The shown text, with the site's own passages in braces and sources in angle brackets. */
const drawn = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) =>
      piece.kind === "sources" ? `<${piece.positions.join()}>` : piece.isOwn ? `{${piece.text}}` : piece.text,
    )
    .join("");

const draw = (engine: Engine, body: unknown, cited = [OWN, OTHER]): string | null => {
  const read = readAnswer(engine, JSON.stringify(body));
  return read === null ? null : drawn(piecesOf(read, cited));
};
const responses = (text: string, annotations: unknown[] = []) => ({
  output: [{ type: "message", content: [{ type: "output_text", text, annotations }] }],
});

describe("the answer of an engine", () => {
  test.each(ENGINES)(
    "of %s is read from its published form, the passage marked and the link taken out",
    async (engine) => {
      const raw = await readFile(`../crates/jobs/src/engines/examples/${engine}.json`, "utf8");
      const read = readAnswer(engine, raw);
      expect(read).not.toBeNull();
      if (read !== null) expect(drawn(piecesOf(read, [OWN, OTHER]))).toMatch(/\{Example Reader does this\.?\}<1>\.?$/);
    },
  );

  test("that cannot be read is ignored", () => {
    for (const raw of [
      "",
      "{",
      "[]",
      "null",
      "7",
      '{"output":7}',
      '{"content":[{"type":"text"}]}',
      '{"candidates":[{}]}',
    ]) {
      for (const engine of ENGINES) expect(readAnswer(engine, raw)).toBeNull();
    }
  });

  test("of a demonstration is its plain text with its links", () => {
    expect(
      draw("openai", {
        model: "sample",
        text: "Look it up. ([A map](https://example.org/a)) Ask ([others](https://other.example/b)).",
      }),
    ).toBe("{Look it up.}<1> Ask<2>.");
  });

  test("stays text, whatever it holds", () => {
    expect(draw("openai", responses("<img src=x onerror=alert(1)> [a](javascript:alert(1))"))).toBe(
      "<img src=x onerror=alert(1)> [a](javascript:alert(1))",
    );
  });

  test("has its places in characters, also beyond the basic plane", () => {
    const text = "🚲🚲 Bikes. Ride it [1](https://example.org/a) now.";
    const start = Array.from(text).indexOf("[");
    const end = Array.from(text).indexOf(")") + 1;
    expect(
      draw(
        "openai",
        responses(text, [
          { type: "url_citation", start_index: start, end_index: end, url: "https://example.org/a?utm_source=openai" },
        ]),
      ),
    ).toBe("🚲🚲 Bikes. {Ride it}<1> now.");
  });

  test("with an annotation beyond its text is shown without it", () => {
    expect(
      draw("openai", responses("Short.", [{ type: "url_citation", start_index: 3, end_index: 99, url: OWN.url }])),
    ).toBe("Short.");
  });

  test("keeps the words of a link within its sentence", () => {
    expect(draw("openai", responses("As [the guide](https://example.org/a) says, ride."))).toBe(
      "{As the guide}<1> says, ride.",
    );
  });

  test("marks only the sentence of the site's own page, and counts marks side by side once", () => {
    const body = {
      output: [
        {
          type: "search_results",
          results: [
            { id: 1, url: OTHER.url },
            { id: 2, url: "https://www.example.org/a/" },
          ],
        },
        ...responses("First thing.[1] Second thing.[2][1] Third.").output,
      ],
    };
    expect(draw("perplexity", body)).toBe("First thing.<2> {Second thing.}<1,2> Third.");
  });

  test("of a page that the API does not count as cited loses the mark alone", () => {
    const body = {
      output: [
        { type: "search_results", results: [{ id: 1, url: "https://unknown.example/" }] },
        ...responses("A thing.[1]").output,
      ],
    };
    expect(draw("perplexity", body)).toBe("A thing.");
  });

  test("of Gemini counts bytes, and names pages by their domain", () => {
    const text = "Häuser am Fluss. Eine Karte hilft.";
    const [first] = text.split(" Eine");
    const start = new TextEncoder().encode(`${first ?? ""} `).length;
    const support = {
      segment: { startIndex: start, endIndex: new TextEncoder().encode(text).length },
      groundingChunkIndices: [0],
    };
    const body = {
      candidates: [
        {
          content: { parts: [{ text: "Thinking.", thought: true }, { text }] },
          groundingMetadata: {
            groundingChunks: [{ web: { uri: "https://redirect.example/x", title: "example.org" } }],
            groundingSupports: [support],
          },
        },
      ],
    };
    expect(draw("gemini", body)).toBe("Häuser am Fluss. {Eine Karte hilft.}<1>");
  });
});

describe("the address of the page", () => {
  test("holds what is open, and nothing that the API would refuse", () => {
    expect(
      readCitationsSearch({ days: 7, show: "consulted", monitor: "mon_01", engine: "openai", answer: "cit_01" }),
    ).toEqual({ days: 7, show: "consulted", monitor: "mon_01", engine: "openai", answer: "cit_01" });
    expect(readCitationsSearch({ days: 30, show: "cited", engine: "openai" })).toEqual({});
    expect(readCitationsSearch({ days: 366, show: "x", monitor: "../x", engine: "bing", answer: 1 })).toEqual({});
    expect(readCitationsSearch({ monitor: "mon_01", engine: "bing", answer: "cit_01" })).toEqual({ monitor: "mon_01" });
  });
  test("shows the list of changes, of all levels or of one", () => {
    expect(readCitationsSearch({ view: "changes", level: "engine" })).toEqual({ view: "changes", level: "engine" });
    expect(readCitationsSearch({ view: "changes", level: "page" })).toEqual({ view: "changes" });
    expect(readCitationsSearch({ view: "other", level: "engine" })).toEqual({});
  });
  test("opens the first engine that answered where none is named", () => {
    expect(openEngine({}, ["anthropic", "perplexity"])).toBe("perplexity");
    expect(openEngine({ engine: "xai" }, ["openai"])).toBe("xai");
    expect(openEngine({}, [])).toBeUndefined();
  });
});

describe("the form of a monitor", () => {
  test("takes domains as people paste them, each once, with other names behind commas", () => {
    expect(
      competitorsOf("rival.example, Rival Bikes, Rival\nhttps://other.example/page?x=1; rival.example\n\n"),
    ).toEqual([
      { domain: "rival.example", aliases: ["Rival Bikes", "Rival"] },
      { domain: "other.example", aliases: [] },
    ]);
    expect(competitorsOf("  ")).toEqual([]);
  });
  test("sends null for what is left to the engine", () => {
    expect(bodyOf({ ...formOf(null), query: "  Which bike? " })).toMatchObject({
      query: "Which bike?",
      region: null,
      language: null,
      competitors: [],
    });
  });
});

describe("what changed", () => {
  const changed = (fields: Partial<Schemas["CitationChange"]>): Schemas["CitationChange"] => ({
    id: "chg_1",
    siteId: "site_1",
    level: "cell",
    monitorId: "mon_1",
    query: "Which bike?",
    engine: "openai",
    direction: "fall",
    firstRunId: "run_0",
    firstRunAt: "2026-10-18T05:00:00.000Z",
    clearRunId: "run_1",
    clearAt: "2026-11-12T05:00:00.000Z",
    before: { samples: 90, citedCount: 61, rate: 0.66 },
    after: { samples: 34, citedCount: 9, rate: 0.3 },
    strength: "sure",
    readingVersion: 1,
    partOf: null,
    note: null,
    endedAt: null,
    isCurrent: true,
    ...fields,
  });
  const said = (engine: Engine, fields: Partial<Schemas["RunChange"]>): Schemas["RunChange"] => ({
    engine,
    previousRunId: "run_1",
    samples: 5,
    citedCount: 5,
    previousSamples: 5,
    previousCitedCount: 5,
    detectableAt: null,
    tooEarlySince: null,
    newReadingSince: null,
    different: false,
    method: "betting_by_run",
    detectable: 0.3,
    flipped: false,
    change: null,
    ...fields,
  });
  test("is the stored change of exactly this rate, as long as it is current", () => {
    const cell = changed({});
    const engine = changed({ id: "chg_2", level: "engine", monitorId: null, query: null });
    const site = changed({ id: "chg_3", level: "site", monitorId: null, query: null, engine: null, isCurrent: false });
    const all = [cell, engine, site];
    expect(changeOf(all, { monitorId: "mon_1", engine: "openai" })).toBe(cell);
    expect(changeOf(all, { engine: "openai" })).toBe(engine);
    expect(changeOf(all, {})).toBeUndefined();
    expect(changeOf(all, { monitorId: "mon_1" })).toBeUndefined();
  });
  test("is listed without the parts of a listed change, and with a part whose change is not listed", () => {
    const engine = changed({ id: "chg_2", level: "engine", monitorId: null });
    const part = changed({ id: "chg_3", partOf: "chg_2" });
    expect(unexplained([engine, part])).toEqual([engine]);
    expect(unexplained([part])).toEqual([part]);
  });
  test("is new in the latest run where all answers flipped, and no more than that", () => {
    const changes = [
      said("xai", { flipped: true, citedCount: 5, previousCitedCount: 0 }),
      said("openai", { flipped: true, citedCount: 0 }),
      said("gemini", { citedCount: 1 }),
    ];
    const run: Schemas["LastRun"] = {
      id: "run_2",
      status: "succeeded",
      finishedAt: null,
      changes,
      markedEngines: [],
    };
    expect(newInLatestRun(run)).toEqual([
      { engine: "openai", isUp: false },
      { engine: "xai", isUp: true },
    ]);
  });
  test("rests on too little below five answers and where the API says so", () => {
    expect(hasTooFewSamples(4, null)).toBe(true);
    expect(hasTooFewSamples(20, { low: 0, high: 1, method: "too_few_runs" })).toBe(true);
    expect(hasTooFewSamples(20, { low: 0, high: 1, method: "wilson_by_run" })).toBe(false);
  });
});

describe("why there is no answer", () => {
  test("has words for every kind of failure that the service knows", async () => {
    const source = await readFile("../crates/domain/src/engines/answer.rs", "utf8");
    const kinds = [
      ...(/pub enum EngineFailureKind \{(.*?)\n\}/s.exec(source)?.[1]?.matchAll(/^ {4}(\w+),/gm) ?? []),
    ].map(([, kind]) =>
      String(kind)
        .replace(/(?<=[a-z])[A-Z]/g, "_$&")
        .toUpperCase(),
    );
    expect(kinds.length).toBeGreaterThan(10);
    expect(Object.keys(REASONS).sort()).toEqual(kinds.sort());
  });
  test("is in German, with the codes of the engine's own response unchanged", async () => {
    await showLanguage("de");
    expect(
      answerFailureWords({ code: "BAD_KEY", message: "OpenAI refuses the key (HTTP 401, invalid_api_key)." }),
    ).toBe("Die KI-Suche hat den API-Schlüssel Ihrer Administration abgelehnt (HTTP 401, invalid_api_key).");
    expect(answerFailureWords({ code: "TIMED_OUT", message: "openai did not answer within 120 s." })).toBe(
      "Die KI-Suche hat nicht rechtzeitig geantwortet.",
    );
    expect(runFailureWords({ code: "TIMED_OUT", message: "No engine answered. xai: Too late." })).toBe(
      "Keine Antworten. Die KI-Suche hat nicht rechtzeitig geantwortet.",
    );
    expect(runFailureWords({ code: "NO_ENGINE_ANSWERED", message: "No engine answered. xai: Too late." })).toMatch(
      /^Keine/,
    );
    expect(runFailureWords({ code: "SOMETHING_NEW", message: "As the API says." })).toBe("As the API says.");
    expect(
      readinessWords({
        engine: "openai",
        readiness: "no_key",
        reason: "openai has no key.",
        model: "",
        creditsPerAnswer: 1,
      }),
    ).toMatch(/ChatGPT.*Administration/);
    await showLanguage("en");
  });
});
