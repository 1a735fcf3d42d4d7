// Draws the gallery of the widget: a frame for each layout and theme. A frame is filled when it scrolls into view.
// Messages to the frames are described in `preview/frame.js`.
"use strict";

const LAYOUTS = {
  row: "Side by side",
  stacked: "One below the other",
  menu: "Behind one button",
  bar: "One line",
  compact: "Beside the title",
};
const PRESETS = { auto: "as the page", light: "light", dark: "dark", blend: "in the page’s colours" };
/** Layouts with one button that opens a panel need space for the panel. */
const PANEL_HEIGHT = 460;
/** In a window that is narrower than this, frames begin with a phone's width, or with 240 px in a very narrow one. */
const MAX_PHONE_WIDTH = 640;
const frames = new Map();

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function choices() {
  const form = new FormData(document.getElementById("choices"));
  return {
    width: Number(form.get("width")),
    isDark: form.get("page") === "dark",
    language: form.get("language") || "en",
  };
}

function figure(layout, preset) {
  const settings = JSON.stringify({ theme: { layout, preset } });
  const title = `${LAYOUTS[layout]}, ${PRESETS[preset]}`;
  const frame = element("iframe", { title, src: "/preview", sandbox: "allow-scripts", loading: "lazy" });
  const room = element("span", { class: "room" });
  const caption = element("figcaption", {}, element("code", {}, settings), " ", room);
  frames.set(frame, { layout, preset, room, isReady: false });
  return element(
    "figure",
    { id: `${layout}-${preset}` },
    element("h3", {}, title),
    element("div", { class: "stage" }, frame),
    caption,
  );
}

function send(frame, sample) {
  const { layout, preset, isReady } = frames.get(frame);
  if (!isReady) return;
  const { isDark, language, width } = choices();
  frame.style.width = `${width}px`;
  const config = { ...sample.config, theme: { ...sample.config.theme, layout, preset } };
  // A widget that adopts the page's look is shown on a page that has one.
  const hasLooks = preset === "blend";
  const page = {
    title: "Gear ratios for hills",
    url: "https://example.com/guides/gear-ratios",
    language,
    isDark,
    isBare: true,
    hasLooks,
  };
  // The sample is that of a new site, for which the first file is enough; panels and the page's own colors need more
  // files.
  frame.contentWindow.postMessage({ kind: "show", payload: { ...sample, config, plain: false }, page }, "*");
}

async function start() {
  for (const place of document.querySelectorAll("[data-origin]")) place.textContent = location.origin;
  if (innerWidth < MAX_PHONE_WIDTH)
    document.querySelector(`input[name=width][value="${innerWidth < 390 ? 240 : 390}"]`).checked = true;
  const sample = await (await fetch("/docs/widget/sample.json")).json();
  const language = document.querySelector("select[name=language]");
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  for (const tag of ["en", "de", "fr", "es", "pt", "ja", "ar"]) language.append(new Option(names.of(tag), tag));
  const gallery = document.getElementById("gallery");
  for (const layout of Object.keys(LAYOUTS)) {
    gallery.append(
      element(
        "section",
        { "aria-label": LAYOUTS[layout] },
        element("h2", {}, LAYOUTS[layout]),
        ...Object.keys(PRESETS).map((preset) => figure(layout, preset)),
      ),
    );
  }
  addEventListener("message", ({ source, data }) => {
    const frame = [...frames.keys()].find(({ contentWindow }) => contentWindow === source);
    if (frame === undefined) return;
    const known = frames.get(frame);
    if (data.kind === "ready") {
      known.isReady = true;
      send(frame, sample);
    } else if (data.kind === "size") {
      frame.style.height = `${Math.max(data.height, /menu|bar|compact/.test(known.layout) ? PANEL_HEIGHT : 0)}px`;
      known.room.textContent =
        data.room > 0
          ? `Takes ${data.room} px of the page’s height here: min-height: ${data.room}px keeps that room.`
          : "";
    }
  });
  document
    .getElementById("choices")
    .addEventListener("change", () => frames.forEach((_, frame) => send(frame, sample)));
}

start().catch(() => {
  document.getElementById("gallery").textContent = "The gallery could not be loaded. Load the page again.";
});
