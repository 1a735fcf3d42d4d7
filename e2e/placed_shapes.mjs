// One page with the widget at three places: over it, at a place that the page keeps free, at one that it does not.

import { PARAGRAPHS } from "./page_texts.mjs";

const TEXT = PARAGRAPHS.map((text) => `<p>${text}</p>`).join("");

/**
 * @param {string} name
 * @param {Record<string, unknown>} placement
 * @param {string} id of the place on the page
 * @returns {import("./page_shapes.mjs").Shape}
 */
const placed = (name, placement, id) => ({
  name,
  path: `/${id}`,
  config: { placement, questions: { enabled: true, max: 3, items: [{ text: "What is it made of?" }, { text: "How long does it last?" }] } },
  html: ({ tag }) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bread</title>
    <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">
    <main><h1>Bread</h1><p>A short lead.</p><div id="${id}"></div>${TEXT}</main>${tag()}</html>`,
});

export const FLOATING = placed("floating", { mode: "floating", position: "bottom-right" }, "floating");
export const RESERVED = placed("inline, with room kept", { mode: "inline", selector: "#reserved", position: "append" }, "reserved");
export const UNRESERVED = placed("inline, without room", { mode: "inline", selector: "#unreserved", position: "append" }, "unreserved");
