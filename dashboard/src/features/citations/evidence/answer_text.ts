// Splits an answer into pieces: text, passages that cite the site, numbers of sources.

import type { Schemas } from "../../../api/client";
import type { Link, ReadAnswer } from "./engine_bodies";

type Source = Schemas["CitedUrl"];

export type Piece = { kind: "text"; text: string; isOwn: boolean } | { kind: "sources"; positions: readonly number[] };

/** An address in the API's form: without scheme, `www.`, campaign parameters, click ids and fragment. */
function normalized(address: string): string {
  try {
    const url = new URL(address);
    for (const name of [...url.searchParams.keys()])
      if (/^(utm_|gclid|fbclid|msclkid)/.test(name)) url.searchParams.delete(name);
    return `${url.hostname.replace(/^www\./, "")}${url.pathname.replace(/\/$/, "")}${url.search}`.toLowerCase();
  } catch {
    return address.toLowerCase().replace(/^www\./, "");
  }
}

/** The position of a link's page in the list of cited pages, from 1. */
function positionOf(source: string, cited: readonly Source[]): number | undefined {
  const wanted = normalized(source);
  const found = cited.find(({ url }) => normalized(url) === wanted) ?? cited.find(({ domain }) => domain === wanted);
  return found?.position;
}

/** The start of the sentence that ends at `end`; never before `min`. */
function sentenceStart(text: string, end: number, min: number): number {
  const before = text.slice(min, end);
  // The punctuation before a link ends its own sentence, not the previous one.
  const body = before.trimEnd().replace(/[.!?…:]+$/u, "");
  let start = 0;
  for (const found of body.matchAll(/[.!?…]["”’»)]*\s+|\n+/gu)) start = found.index + found[0].length;
  return min + start;
}

interface Marker {
  start: number;
  end: number;
  from: number;
  positions: number[];
}

/**
 * Joins links at the same position. A link to a page that the API does not count as cited is only removed from the
 * text.
 */
function markersOf(text: string, links: readonly Link[], cited: readonly Source[]): Marker[] {
  const sorted = [...links].sort((one, other) => one.start - other.start || one.end - other.end);
  const found: Marker[] = [];
  for (const { start, end, from, source } of sorted) {
    const position = positionOf(source, cited);
    const last = found.at(-1);
    // Markers next to each other, as in `[1][2]`, belong to the same passage.
    if (
      last !== undefined &&
      text.slice(last.end, start).trim() === "" &&
      start >= last.start &&
      start - last.end <= 1
    ) {
      last.end = Math.max(last.end, end);
      last.from = Math.min(last.from, from ?? last.from);
      if (position !== undefined && !last.positions.includes(position)) last.positions.push(position);
      continue;
    }
    if (last !== undefined && start < last.end) continue;
    found.push({
      start,
      end,
      from: from ?? sentenceStart(text, start, last?.end ?? 0),
      positions: position === undefined ? [] : [position],
    });
  }
  return found;
}

/** Removes Markdown signs, because the answer is shown as plain text. */
function withoutMarkdown(text: string): string {
  return text.replaceAll("**", "").replace(/^#{1,6} /gm, "");
}

export function piecesOf({ text, links }: ReadAnswer, cited: readonly Source[]): Piece[] {
  const isOwn = (position: number): boolean =>
    cited.some((source) => source.position === position && source.owner === "own");
  const pieces: Piece[] = [];
  const add = (part: string, own: boolean): void => {
    const shown = withoutMarkdown(part);
    if (shown !== "") pieces.push({ kind: "text", text: shown, isOwn: own });
  };
  /** Adds a passage, without marking the space around it. */
  const addPassage = (part: string, own: boolean): void => {
    const inside = part.trim();
    const start = inside === "" ? part.length : part.indexOf(inside);
    add(part.slice(0, start), false);
    add(inside, own);
  };
  let done = 0;
  for (const { start, end, from, positions } of markersOf(text, links, cited)) {
    const passage = Math.max(done, from);
    const own = positions.some(isOwn);
    add(text.slice(done, passage), false);
    // If the link's label is part of the sentence, it stays in the text.
    const notation = text.slice(start, end);
    const label = notation.startsWith("(") ? undefined : /^\[([^[\]]+)\]\(/.exec(notation)?.[1];
    const isWords = label !== undefined && !/^[\w-]+(\.[\w-]+)+$|^\d+$/.test(label);
    addPassage(text.slice(passage, start) + (isWords ? label : ""), own);
    if (positions.length > 0) pieces.push({ kind: "sources", positions });
    done = end;
  }
  add(text.slice(done), false);
  return pieces;
}
