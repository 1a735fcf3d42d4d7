/**
 * The `compact` layout: a button beside the page's title, with a menu. The prompts are below the
 * menu's items, so that readers see what will be asked. The file for the place decides whether the button is beside the
 * title or below it.
 */

import type { Part } from "../first/drawing/element";
import type { Labels } from "../first/offers/labels";
import type { Site, Widget } from "../first/parts";
import type { WidgetConfig } from "../first/payload";
import type { SharedFunctions } from "../first/shared_functions";
import { drawBar, drawPanel } from "./closed";

/** Beside a title, the widget has no height, and its button is centered on the line of the title. */
const SHEET = `
:host{padding:0 0 1em}
section.compact{font-size:clamp(13px,var(--size,15)*.0625em,22px)}
:host([style*="--askline-top"]){display:block!important}
:host([style*="--askline-top"]) section{position:absolute;top:var(--askline-top);inset-inline-end:var(--askline-end);height:0;display:flex;align-items:center;white-space:nowrap}
.compact .opener{font-size:.87em;min-height:2.3em;padding:.3em .75em;color:var(--outer-dim);background:none;border:1px solid var(--edge)}
.compact .opener:is(:hover,[aria-expanded=true]){background:var(--outer-accent);color:var(--outer-on);border-color:transparent}
.choices{width:min(21em,100vw - 16px);padding:.3em;font-size:.93em;white-space:normal}
.choices .items{display:block;font-size:1em;padding:0;margin:0;border:0}
.choices hr,.choices .prompt{border-top:1px solid var(--line);margin:.3em 0}
.choices .prompt{background:none;border-radius:0;margin-bottom:0;padding:.6em .6em .3em}
@media(pointer:coarse){.compact .opener,.choices [role=menuitem]{min-height:2.9em}}
@media(forced-colors:active){.compact .opener:is(:hover,[aria-expanded=true]){border-color:currentColor}}
`;
const styled = new WeakSet<Widget>();

export function drawCompact(
  shared: SharedFunctions,
  site: Site,
  labels: Labels,
  config: WidgetConfig,
  widget: Widget,
): readonly Node[] {
  const { element, sign, drawMark, initial, markdownAddress, applyStyles } = shared;
  const { root, nonce, content, wasOpened, isFloating } = widget;
  const bar = drawBar(shared, labels, widget, "menu");
  if (!styled.has(widget)) applyStyles(root, nonce, SHEET);
  styled.add(widget);
  if (!wasOpened || !content) return [bar];

  const { platforms } = content;
  const { markdown, theme, placement } = config;
  const item = (act: string, href: string, ...parts: readonly Part[]) =>
    element(
      href ? "a" : "button",
      "",
      { "data-do": act, ...AS_ITEM },
      href && { href, target: "_blank", rel: "noopener", referrerpolicy: "strict-origin" },
      ...parts,
    );
  const prompts = [...new Set(platforms.map(({ asks }) => asks))];
  const list = element(
    "div",
    "",
    { role: "menu", "aria-label": labels("menu") },
    element(
      "div",
      "",
      { role: "group", "aria-label": labels("assistants") },
      ...platforms.map(({ name, by, mark, asks, href, copies }, place) =>
        item(
          `platforms ${place}`,
          href,
          mark ? drawMark(mark) : theme.marks !== "none" && initial(by),
          labels(copies ? "copyAndOpen" : "ask", { platform: name }),
          { "aria-describedby": `asked-${prompts.indexOf(asks)}` },
        ),
      ),
    ),
  );
  const own = markdown.copy && markdownAddress();
  const others = [
    markdown.copy && item("page", "", sign("page"), labels("copyMarkdown")),
    own && item("own", own, sign("link"), labels("viewMarkdown")),
    isFloating && placement.hideForToday && item("today", "", sign("M4 4l8 8M12 4l-8 8"), labels("hideToday")),
  ];
  // The file for own items draws them as for a card.
  site.drawMenu?.(widget, config, list);
  const items = list.querySelector(".items");
  if (items) {
    element(items, "items", { role: "group" });
    for (const one of items.children) element(one, "", AS_ITEM).removeAttribute("class");
    items.remove();
  }
  if (platforms[0] && (items || others.some(Boolean))) list.append(element("hr", "", { role: "separator" }));
  element(list, "", ...others, items || false);
  const asked = prompts.map((prompt, place) => {
    const names = platforms.filter(({ asks }) => asks === prompt).map(({ name }) => name);
    return element(
      "figure",
      "prompt",
      element("figcaption", "", labels("asked"), prompts[1] !== undefined && ` · ${names.join(", ")}`),
      element("p", "", { id: `asked-${place}`, dir: "auto" }, prompt),
    );
  });
  return [bar, drawPanel(shared, widget, "panel choices", list, ...asked)];
}

/** What makes a control an item of a menu, which arrow keys reach. */
const AS_ITEM = { role: "menuitem", tabindex: "-1" };
