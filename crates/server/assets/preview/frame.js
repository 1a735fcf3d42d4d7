// Shows the real widget with a configuration that is not stored. The framing page says with `postMessage` what to show:
//   { kind: "show", payload, page: { title, url, language, isDark, isBare, hasLooks } }
// and receives { kind: "ready" } and { kind: "size", height, room }. The widget's requests for data are answered here:
// none leaves the frame.
"use strict";

const SITE = "preview";
const framing = (message) => parent.postMessage(message, location.origin);
let payload = null;

// Refuses all requests except for the payload; the content security policy would block them, too.
window.fetch = (address) =>
  payload !== null && String(address).includes("/config?language=")
    ? Promise.resolve(
        new Response(JSON.stringify({ data: payload }), { headers: { "content-type": "application/json" } }),
      )
    : Promise.reject(new TypeError("The preview asks nobody."));
navigator.sendBeacon = () => true;

/**
 * The payload for this page: texts contain the address and title of the page to show, and no rule or path hides the
 * widget.
 */
function forPreview(given, { url, title }) {
  const withPage = (text) => (url ? text.replaceAll("{{url}}", url).replaceAll("{{title}}", title) : text);
  const texts = (labels) => Object.fromEntries(Object.entries(labels).map(([key, text]) => [key, withPage(text)]));
  const { config } = given;
  const mode = config.placement.mode === "floating" ? "floating" : "inline";
  return {
    ...given,
    rules: [],
    prompts: given.prompts.map((prompt) => ({ ...prompt, text: withPage(prompt.text) })),
    labels: Object.fromEntries(Object.entries(given.labels).map(([language, labels]) => [language, texts(labels)])),
    config: {
      ...config,
      placement: { ...config.placement, mode, selector: "article", includePaths: [], excludePaths: [] },
      privacy: { ...config.privacy, track: false },
    },
  };
}

function show({ payload: given, page }) {
  const { documentElement } = document;
  documentElement.lang = page.language || "en";
  documentElement.dir = /^(ar|fa|he|ur)\b/.test(documentElement.lang) ? "rtl" : "ltr";
  documentElement.classList.toggle("dark", Boolean(page.isDark));
  documentElement.classList.toggle("bare", Boolean(page.isBare));
  documentElement.classList.toggle("own", Boolean(page.hasLooks));
  document.title = page.title || "A sample page";
  document.getElementById("title").textContent = document.title;
  payload = forPreview(given, { url: page.url || "", title: document.title });
  if (window.askline) window.askline.destroy();
  for (const old of document.querySelectorAll("script[data-site]")) old.remove();
  const script = document.createElement("script");
  script.src = "/widget.js";
  script.dataset.site = SITE;
  // The place beside the title is found by a file that the preview does not load.
  const { theme, placement } = given.config;
  if (theme.layout === "compact" && placement.mode !== "floating") script.dataset.target = "#beside-title";
  document.head.append(script);
}

/** Browsers do not lay out a card that is far from the window; a preview must know its height anywhere. */
const laidOut = new CSSStyleSheet();
laidOut.replaceSync(".card{content-visibility:visible!important}");

function tellSize() {
  const widget = document.querySelector("askline-widget");
  const sheets = widget?.shadowRoot.adoptedStyleSheets;
  if (sheets && !sheets.includes(laidOut)) sheets.push(laidOut);
  const { bottom = 0 } = document.querySelector("main").getBoundingClientRect();
  framing({
    kind: "size",
    height: Math.ceil(bottom),
    room: widget ? Math.ceil(widget.getBoundingClientRect().height) : 0,
  });
}

addEventListener("message", ({ source, data }) => {
  if (source === parent && data && data.kind === "show") show(data);
});
// The widget's links lead to assistants. The frame may not open them, so clicks do nothing instead of showing a broken
// page.
addEventListener(
  "click",
  (event) => {
    if (event.composedPath().some((node) => node instanceof Element && node.localName === "a")) event.preventDefault();
  },
  true,
);
new ResizeObserver(tellSize).observe(document.querySelector("main"));
framing({ kind: "ready" });
