// One page with the widget in different places. The widget is floating, inline with or without reserved space, or far
// below.

import { readFileSync } from "node:fs";

import { PARAGRAPHS } from "./page_texts.mjs";

const README = readFileSync(new URL("../../../widget/README.md", import.meta.url), "utf8");
/** The style from the README with which owners reserve space for the widget. */
const ROOM = /<style>(#ask [^]*?)<\/style>/.exec(README)?.[1];
if (ROOM === undefined) throw new Error("widget/README.md has no style that reserves space for #ask.");
const TEXT = PARAGRAPHS.map((text) => `<p>${text}</p>`).join("");
/**
 * Larger than any text of the widget, like the beginning of an article, so that it is the largest paint of the page.
 */
const LEAD = PARAGRAPHS.join(" ");
const QUESTIONS = {
  enabled: true,
  max: 3,
  items: [{ text: "What is it made of?" }, { text: "How long does it last?" }],
};
const HERE = { mode: "inline", selector: "#ask", position: "append" };

/** @typedef {{ placement?: Record<string, unknown>, theme?: Record<string, unknown>, style?: string, before?: string, hasTag?: boolean }} Placed */

/** @param {string} name @param {Placed} placed @returns {import("./page_shapes.mjs").Shape} */
const placed = (name, { placement = HERE, theme = {}, style = "", before = "", hasTag = true }) => ({
  name,
  path: `/${name.replace(/\W+/g, "-")}`,
  config: {
    placement,
    theme: { preset: "auto", accent: "#3355ff", radius: 8, size: "md", layout: "row", ...theme },
    questions: QUESTIONS,
  },
  html: ({ tag }) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bread</title>
    <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css"><style>${style}</style>
    <main><h1>Bread</h1><p>${LEAD}</p>${before}<div id="ask"></div>${TEXT}</main>${hasTag ? tag() : ""}</html>`,
});

export const FLOATING = placed("floating", { placement: { mode: "floating", position: "bottom-right" } });
export const RESERVED = placed("inline, with room kept", { style: ROOM });
export const RESERVED_MENU = placed("a menu, with room kept", { style: ROOM, theme: { layout: "menu" } });
export const UNRESERVED = placed("inline, without room", {});
export const BELOW = placed("below the fold, with room kept", { style: ROOM, before: TEXT.repeat(12) });
/** The same pages without the widget. */
export const [RESERVED_BARE, BELOW_BARE] = [
  placed("in view, without the widget", { style: ROOM, hasTag: false }),
  placed("below, without the widget", { style: ROOM, before: TEXT.repeat(12), hasTag: false }),
];
