/**
 * Draws what is offered, node by node. Decides nothing, listens to nothing: what a control does is named in its
 * `data-do`, and the site hears the presses.
 */

import { OWN, type Content, type Offer } from "./content";
import { element, LIVE, type Child } from "./element";
import type { Labels } from "./labels";
import { mark, networkSign, sign } from "./marks";
import { markdownAddress } from "./page";
import type { Site, Widget } from "./parts";
import type { WidgetConfig } from "./payload";
import type { Look } from "./theme";

/** A longer prompt stands in a box that scrolls, which says how long it is. */
const PROMPT_CHARACTERS_SHOWN = 320;

/** The whole widget, for the inside of its section. */
export function draw({ laterParts, extras }: Site, widget: Widget, content: Content, labels: Labels, config: WidgetConfig, look: Look): readonly Node[] {
  const { markdown, theme, placement } = config;
  const { intents, platforms, questions, shares } = content;
  const { asked, isOver } = widget;
  const ownMarkdown = markdown.copy && markdownAddress();

  /** In its own colour where that can be seen: never on the accent. */
  const markOf = ({ mark: path, markColor = "", markOn }: Offer, isOnAccent = false) =>
    theme.marks !== "none" && mark(path, !isOnAccent && look.shows(markColor, markOn) ? markColor : "");
  const name = (text: string) => element("bdi", {}, text);
  /** A real link, so that no popup blocker stands in its way and middle clicks work. */
  const link = (act: string, className: string, { href, note }: Pick<Offer, "href" | "note">, children: readonly Child[], more = {}) =>
    element("a", { class: className, "data-do": act, href, target: "_blank", rel: "noopener", "data-copies": note && "1", "aria-disabled": !href && "true", role: !href && "link", ...more }, ...children);
  const newTab = () => element("i", {}, ` ${labels("newTab")}`);
  const named = (key: "ask" | "copyAndOpen", platform: string): Child[] => {
    const [before, after] = labels(key, { platform: "\n" }).split("\n");
    return [element("span", {}, before, name(platform), after)];
  };
  const heading = (text: string) => element("h3", {}, text);

  /** An assistant's button; the first one is what most readers look for. */
  const assistant = (offer: Offer, isFirst: boolean) => {
    const place = platforms.indexOf(offer);
    const words = offer.note ? named("copyAndOpen", offer.name) : isFirst ? named("ask", offer.name) : [name(offer.name)];
    const made = link(`platforms ${place}`, isFirst ? "main" : "other", offer, [markOf(offer, isFirst), ...words, newTab()]);
    if (!isFirst) return made;
    const more = button("more", "", [sign("down")], { "aria-label": labels("more"), title: labels("more"), "aria-haspopup": "menu" });
    return element("span", { class: "split" }, made, more);
  };

  /** What is asked, in view, and under it all who get just that. */
  const group = (prompt: string, isFirst: boolean): Child[] => {
    const offers = platforms.filter((offer) => offer.prompt === prompt);
    const isLong = prompt.length > PROMPT_CHARACTERS_SHOWN;
    const length = isLong && ` · ${labels("characters", { count: String(prompt.length) })}`;
    return [
      element("figure", { class: "prompt" },
        element("figcaption", {}, labels("asked"), length),
        element("p", { class: isLong && "long", tabindex: isLong && "0", dir: "auto" }, prompt || "…"),
      ),
      element("div", { class: "ai", role: "group", "aria-label": labels("title") }, ...offers.map((offer, place) => assistant(offer, isFirst && !place))),
    ];
  };

  const prompts = new Set(platforms.map(({ prompt }) => prompt));

  const card = () => element("div", { class: "box" }, element("div", { class: "card" },
    element("h2", {}, labels("title")),
    intents.length > 1 && element("div", { class: "kinds", role: "radiogroup", "aria-label": labels("title") }, ...intents.map(({ id, name: text }) => {
      const isChosen = asked.intent === id;
      return button(`intents ${id}`, "", [text], { role: "radio", "aria-checked": String(isChosen), tabindex: isChosen ? "0" : "-1" });
    })),
    asked.intent === OWN && laterParts?.ownField(labels),
    ...[...prompts].flatMap((prompt, place) => group(prompt, !place)),
    questions[0] && element("div", { class: "qs" },
      heading(labels("questions")),
      ...questions.map((offer, place) => link(`questions ${place}`, "", offer, [
        element("span", {}, element("b", {}, offer.name), element("span", { class: "rest" }, offer.prompt.slice(offer.name.length))),
        element("span", { class: "who" }, markOf(offer), ...(offer.note ? named("copyAndOpen", offer.name) : [name(offer.by || "")]), newTab()),
      ])),
    ),
    (shares[0] || markdown.copy || ownMarkdown) && element("div", { class: "foot" },
      shares[0] && element("div", { class: "group", role: "group", "aria-label": labels("share") },
        element("span", { "aria-hidden": "true" }, labels("share")),
        ...shares.map((offer, place) => {
          // Those without an owner have a sign, those without a mark their name.
          const shown = offer.mark ? markOf(offer) : offer.href && offer.id !== "email" ? offer.name : networkSign(offer.id);
          const more = { "aria-label": offer.label, title: offer.name };
          const act = `shares ${place}`;
          return offer.href ? link(act, "icon", offer, [shown], more) : button(act, "icon", [shown], more);
        }),
        button("link", "icon", [sign("link")], { "aria-label": labels("copyLink"), title: labels("copyLink") }),
      ),
      markdown.copy && button("page", "txt", [sign("page"), labels("copyMarkdown")]),
      ownMarkdown && link("", "txt", { href: ownMarkdown }, [sign("link"), labels("viewMarkdown")]),
    ),
    isOver && laterParts?.foot(labels, placement.hideForToday),
    layer(),
  ));

  // One button, alone or in a row with others.
  return extras && (isOver || /menu|bar/.test(theme.layout)) ? extras.drawClosed(labels, config, widget, laterParts, !!shares[0], card) : [card()];
}

export function button(act: string, className: string, children: readonly Child[], more = {}): HTMLElement {
  return element("button", { type: "button", class: className, "data-do": act, ...more }, ...children);
}

/** Menus and messages, and where messages are read aloud. */
export function layer(): HTMLElement {
  return element("div", { class: "layer", [LIVE]: "1" }, element("i", { role: "status" }));
}
