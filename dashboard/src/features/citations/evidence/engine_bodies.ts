// Reads an answer's text and the positions of its links from the engine's response. The API says which pages are cited;
// this module only finds where in the text. For an unknown response format the result is null, and the page shows the
// excerpt instead.

import type { Engine } from "../../shared/citations/engines";

/** A citation in a text. Positions are indexes in JavaScript strings. */
export interface Link {
  /** The marker of the link in the text, such as `[1]`, which is removed. Empty if only the passage is known. */
  start: number;
  end: number;
  /** The URL, or the domain if the engine returns nothing more precise. */
  source: string;
  /** The start of the passage, if the engine returns it. */
  from?: number;
}

export interface ReadAnswer {
  text: string;
  links: Link[];
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };

const BETWEEN_MESSAGES = "\n\n";
const MARKDOWN_LINK = /\(?\[(?:\[\d+\]|[^[\]\n]{1,200})\]\((https?:\/\/(?:[^\s()]|\([^\s()]*\))+)(?: "[^"\n]*")?\)\)?/g;
const NUMBERS = /\[((?:web:)?\d{1,3}(?:, ?(?:web:)?\d{1,3})*)\]|【(\d{1,3})(?:†[^】]{0,40})?】/g;

function at(value: Json | undefined, ...path: (string | number)[]): Json | undefined {
  let found = value;
  for (const step of path) {
    if (Array.isArray(found) && typeof step === "number") found = found[step];
    else if (typeof found === "object" && found !== null && !Array.isArray(found) && typeof step === "string")
      found = found[step];
    else return undefined;
  }
  return found;
}

const list = (value: Json | undefined, ...path: (string | number)[]): Json[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};
const text = (value: Json | undefined, ...path: (string | number)[]): string => {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
};
const number = (value: Json | undefined, ...path: (string | number)[]): number | undefined => {
  const found = at(value, ...path);
  return typeof found === "number" ? found : undefined;
};

export function readAnswer(engine: Engine, raw: string): ReadAnswer | null {
  let body: Json;
  try {
    body = JSON.parse(raw) as Json;
  } catch {
    return null;
  }
  const read = READERS[engine](body);
  // The demonstration's sample answers do not come from an engine: their text is stored as it is.
  const found = read.text.trim() === "" ? readText(text(body, "text")) : read;
  return found.text.trim() === "" ? null : found;
}

/** Reads a text whose links are in Markdown, such as an excerpt. */
export function readText(plain: string): ReadAnswer {
  return withMarkdownLinks({ text: plain, links: [] });
}

const READERS: Readonly<Record<Engine, (body: Json) => ReadAnswer>> = {
  openai: readResponses,
  xai: readResponses,
  perplexity: readPerplexity,
  anthropic: readMessages,
  gemini: readGrounded,
};

/**
 * Converts a position: engines count characters outside the Basic Multilingual Plane once, JavaScript counts them
 * twice.
 */
function indexOf(characters: readonly string[], place: number): number {
  return characters.slice(0, place).reduce((sum, character) => sum + character.length, 0);
}

function readResponses(body: Json): ReadAnswer {
  const read: ReadAnswer = { text: "", links: [] };
  for (const message of list(body, "output").filter((item) => text(item, "type") === "message")) {
    if (read.text !== "") read.text += BETWEEN_MESSAGES;
    for (const part of list(message, "content").filter((item) => text(item, "type") === "output_text")) {
      const said = text(part, "text");
      const characters = Array.from(said);
      for (const annotation of list(part, "annotations")) {
        const [start, end] = [number(annotation, "start_index"), number(annotation, "end_index")];
        if (
          text(annotation, "type") !== "url_citation" ||
          start === undefined ||
          end === undefined ||
          end > characters.length ||
          start > end
        )
          continue;
        const [from, to] = [indexOf(characters, start), indexOf(characters, end)];
        const base = read.text.length;
        // If the annotated text is itself a link, it is removed; otherwise it is the cited passage.
        const isNotation = /^\(?\[.*\]\(.*\)\)?$|^[[【].*[\]】]$/s.test(said.slice(from, to).trim());
        read.links.push(
          isNotation
            ? { start: base + from, end: base + to, source: text(annotation, "url") }
            : { start: base + to, end: base + to, from: base + from, source: text(annotation, "url") },
        );
      }
      read.text += said;
    }
  }
  return withMarkdownLinks(read);
}

function withMarkdownLinks(read: ReadAnswer): ReadAnswer {
  for (const found of read.text.matchAll(MARKDOWN_LINK)) {
    const [notation, source = ""] = found;
    const [start, end] = [found.index, found.index + notation.length];
    if (read.links.every((link) => link.end <= start || link.start >= end)) read.links.push({ start, end, source });
  }
  return read;
}

function withNumbers(read: ReadAnswer, sourceOf: (place: number) => string | undefined): ReadAnswer {
  for (const found of read.text.matchAll(NUMBERS)) {
    const places = (found[1] ?? found[2] ?? "").split(",").map((part) => Number(part.replace("web:", "").trim()));
    const [start, end] = [found.index, found.index + found[0].length];
    for (const place of places) {
      const source = sourceOf(place);
      if (source !== undefined) read.links.push({ start, end, source });
    }
  }
  return read;
}

function readPerplexity(body: Json): ReadAnswer {
  if (at(body, "choices") !== undefined) {
    const citations = list(body, "citations").map((one) => (typeof one === "string" ? one : undefined));
    return withNumbers(
      { text: text(body, "choices", 0, "message", "content"), links: [] },
      (place) => citations[place - 1],
    );
  }
  const results = new Map<number, string>();
  for (const result of list(body, "output")
    .filter((item) => text(item, "type") === "search_results")
    .flatMap((item) => list(item, "results"))) {
    const place = Number(at(result, "id"));
    if (!results.has(place)) results.set(place, text(result, "url"));
  }
  return withNumbers(readResponses(body), (place) => results.get(place));
}

function readMessages(body: Json): ReadAnswer {
  const read: ReadAnswer = { text: "", links: [] };
  let isInterrupted = false;
  for (const block of (Array.isArray(body) ? body : [body]).flatMap((one) => list(one, "content"))) {
    if (text(block, "type") !== "text") {
      isInterrupted = true;
      continue;
    }
    if (isInterrupted && read.text !== "") read.text += BETWEEN_MESSAGES;
    isInterrupted = false;
    const from = read.text.length;
    read.text += text(block, "text");
    const end = read.text.length;
    for (const citation of list(block, "citations"))
      read.links.push({ start: end, end, from, source: text(citation, "url") });
  }
  return read;
}

/** In this format, page URLs are redirects with the domain as their title, and positions are byte offsets. */
function readGrounded(body: Json): ReadAnswer {
  const candidate = at(body, "candidates", 0);
  const parts = list(candidate, "content", "parts")
    .filter((part) => at(part, "thought") !== true)
    .map((part) => text(part, "text"));
  const chunks = list(candidate, "groundingMetadata", "groundingChunks").map(
    (chunk) => text(chunk, "web", "domain") || text(chunk, "web", "title") || text(chunk, "web", "uri"),
  );
  const read: ReadAnswer = { text: parts.join(""), links: [] };
  for (const support of list(candidate, "groundingMetadata", "groundingSupports")) {
    const part = number(support, "segment", "partIndex") ?? 0;
    const base = parts.slice(0, part).join("").length;
    const bytes = new TextEncoder().encode(parts[part] ?? "");
    const place = (byte: number): number => base + new TextDecoder().decode(bytes.slice(0, byte)).length;
    const end = place(number(support, "segment", "endIndex") ?? 0);
    const from = place(number(support, "segment", "startIndex") ?? 0);
    for (const index of list(support, "groundingChunkIndices")) {
      const source = typeof index === "number" ? chunks[index] : undefined;
      if (source !== undefined) read.links.push({ start: end, end, from, source });
    }
  }
  return read;
}
