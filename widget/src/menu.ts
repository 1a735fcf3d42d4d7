/**
 * The site's own items, between the assistants and the share buttons. Loaded with the payload of a site that has some,
 * and before it is drawn, so that nothing moves afterwards. Without this file the widget is drawn without them.
 */

import type { Offer } from "./first/offers/content";
import type { DrawMenu, Site } from "./first/parts";
import type { MenuItem } from "./first/payload";
import type { SharedFunctions } from "./first/shared_functions";

const SHEET = `
.items{font-size:1em;justify-content:start;gap:.94em 1.3em}
`;
const styled = new WeakSet<ShadowRoot>();

/** The site is passed for `afresh.ts`, which another release serves instead of this file. */
export function menuFor(
  _: Site,
  { element, sign, applyStyles, markdownAddress, pageAddress, pageTitle }: SharedFunctions,
): DrawMenu {
  /** Opens the page as Markdown, which is made in the browser: the service never gets the page's text. */
  const openCopy = async () => {
    // Within the click, because browsers block a window that is opened after a file was loaded.
    const opened = open("about:blank");
    if (!opened) throw new Error("askline: the browser opened no window.");
    try {
      opened.opener = null;
      const { pageAsMarkdown } = await import("./page_copy.js");
      const text = await pageAsMarkdown(pageTitle(), pageAddress(), "");
      // Some browsers download `text/markdown` instead of showing it.
      opened.location.replace(URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" })));
    } catch (problem) {
      opened.close();
      throw problem;
    }
  };

  /** An item for editors has a link for each editor; one of a later release has none. */
  const offersOf = ({ id, kind, label, url, text }: MenuItem): Offer[] => {
    const offer = (name: string, href: string, more?: Partial<Offer>): Offer => ({
      id,
      name,
      by: name,
      href,
      asks: "",
      copies: false,
      facts: { type: "item_click", itemId: id },
      ...more,
    });
    if (kind === "link" && url) return [offer(label, url)];
    if (kind === "command" && text) return [offer(label, "", { asks: text, copies: true })];
    if (kind === "editor" && url) {
      // https://cursor.com/docs/mcp/install-links and https://code.visualstudio.com/api/extension-guides/ai/mcp
      const name = new URL(url).hostname;
      const ofCursor = new URLSearchParams({ name, config: btoa(JSON.stringify({ url })) });
      const ofCode = encodeURIComponent(JSON.stringify({ name, type: "http", url }));
      return [
        offer(`${label} · Cursor`, `cursor://anysphere.cursor-deeplink/mcp/install?${ofCursor.toString()}`),
        offer(`${label} · VS Code`, `vscode:mcp/install?${ofCode}`),
      ];
    }
    if (kind === "markdown") {
      const href = markdownAddress();
      return [offer(label, href, href ? {} : { begin: openCopy })];
    }
    // https://developers.google.com/search/docs/appearance/preferred-sources
    if (kind === "preferred_source")
      return [offer(label, `https://www.google.com/preferences/source?q=${encodeURIComponent(location.hostname)}`)];
    return [];
  };

  return (widget, { menu = [] }, card) => {
    const offers = menu.flatMap(offersOf);
    if (!widget.content || !offers[0]) return card;
    const { root, nonce } = widget;
    if (!styled.has(root)) applyStyles(root, nonce, SHEET);
    styled.add(root);
    // Like all other offers, so that the first and the second file handle their clicks.
    widget.content = { ...widget.content, menu: offers };
    const items = offers.map(({ href, name, copies }, place) =>
      element(
        href ? "a" : "button",
        "txt",
        { "data-do": `menu ${place}` },
        href && {
          href,
          target: href.startsWith("http") && "_blank",
          rel: "noopener",
          referrerpolicy: "strict-origin",
        },
        sign(copies ? "page" : "link"),
        element("bdi", "", name),
      ),
    );
    const made = element("div", "foot items", ...items);
    const foot = card.querySelector(".foot");
    if (foot) foot.before(made);
    else card.append(made);
    return card;
  };
}
