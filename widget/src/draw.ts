/**
 * Draws the offers, node by node. Decides nothing and listens to nothing: the action of a control is in its
 * `data-do`, and the site handles the clicks.
 */

import { OWN, type Content, type Offer } from "./content";
import { element, LIVE, type Child, type Part } from "./element";
import type { Labels } from "./labels";
import { initial, mark, networkSign, sign } from "./marks";
import { markdownAddress } from "./page";
import type { Site, Widget } from "./parts";
import type { WidgetConfig } from "./payload";
import type { Look } from "./theme";

/** A longer prompt is shown in a box that scrolls, which says how long it is. */
const PROMPT_CHARACTERS_SHOWN = 320;
/** How many of the assistants with one prompt the card shows; the menu lists all. */
const MAX_ASSISTANTS_SHOWN = 4;

/** The whole widget, for the inside of its section. */
export function draw({ ownField, extras }: Site, widget: Widget, content: Content, labels: Labels, config: WidgetConfig, look: Look): readonly Node[] {
  const { markdown, theme } = config;
  const { intents, platforms, questions, shares } = content;
  const { asked, isOver } = widget;
  const ownMarkdown = markdown.copy && markdownAddress();

  /** In its own color where that can be seen: never on the accent. An assistant without a mark gets an initial. */
  const markOf = ({ mark: path, markColor = "", markOn, by }: Offer, isOnAccent = false) =>
    path ? mark(path, !isOnAccent && look.shows(markColor, markOn) ? markColor : "")
    : theme.marks !== "none" && initial(by);
  const name = (text: string) => element("bdi", "", text);
  /** A real link, so that popup blockers let it pass and middle clicks work. */
  const link = (act: string, className: string, { href, note }: Pick<Offer, "href" | "note">, ...parts: readonly Part[]) =>
    element("a", className, { "data-do": act, href, target: "_blank", rel: "noopener", referrerpolicy: "strict-origin", "data-copies": note && "1" }, ...parts);
  const newTab = (...before: readonly Child[]) => element("i", "", ...before, ` ${labels("newTab")}`);
  const named = (key: "ask" | "copyAndOpen" | "questionsTo", platform: string): Child => {
    const [before, after] = labels(key, { platform: "\n" }).split("\n");
    return element("span", "", before, name(platform), after);
  };
  /** The text for screen readers of a button without text, and its tooltip. */
  const told = (label: string | undefined, title = label) => ({ "aria-label": label, title });
  /** A line may break after each part of an address. */
  const breaking = (text: string) => (text.match(/[^/]*\/*/g) as string[]).flatMap((part) => part && [part, element("wbr", "")]);

  /** An assistant's button; the first one is the one that most readers look for. */
  const assistant = (offer: Offer, isFirst: boolean) => {
    const place = platforms.indexOf(offer);
    const words = offer.note ? named("copyAndOpen", offer.name) : isFirst ? named("ask", offer.name) : name(offer.name);
    const made = link(`platforms ${place}`, isFirst ? "main" : "other", offer, markOf(offer, isFirst), words, newTab());
    return isFirst ? element("span", "split", made, more(offer, "")) : made;
  };
  /** Opens the list of all assistants with the prompt of `offer`. */
  const more = (offer: Offer | undefined, className: string) => offer &&
    button(`more ${platforms.indexOf(offer)}`, className, sign("down"), told(labels("more")), { "aria-haspopup": "menu" });

  /** The prompt, visible, and below it the assistants that get it. */
  const group = (prompt: string, isFirst: boolean): Child[] => {
    const offers = platforms.filter((offer) => offer.asks === prompt);
    const isLong = prompt.length > PROMPT_CHARACTERS_SHOWN;
    const length = isLong && ` · ${labels("characters", { count: String(prompt.length) })}`;
    return [
      element("figure", "prompt",
        element("figcaption", "", labels("asked"), length),
        element("p", isLong && "long", { tabindex: isLong && "0", dir: "auto" }, ...breaking(prompt || labels("ownEmpty"))),
      ),
      element("div", "ai", { role: "group", "aria-label": labels("assistants") },
        ...offers.slice(0, MAX_ASSISTANTS_SHOWN).map((offer, place) => assistant(offer, isFirst && !place)),
        !isFirst && offers[MAX_ASSISTANTS_SHOWN] && more(offers[0], "other"),
      ),
    ];
  };

  const suggested = ([first]: readonly Offer[]) => first && element("div", "qs",
    element("h3", "", labels("questions")),
    // What all of them share is shown once.
    element("p", "", { id: "rest" }, named("questionsTo", first.by), " ", element("bdi", "", ...breaking(first.asks.slice(first.name.length + 1)))),
    element("div", "asks", ...questions.map((offer, place) => link(`questions ${place}`, "other", offer, { "aria-describedby": "rest" },
      name(offer.name), offer.note && named("copyAndOpen", first.by), newTab(!offer.note && name(first.by)),
    ))),
  );

  const card = (close?: Child, foot?: Child) => element("div", "card",
    element("div", "head",
      element("h2", "", labels("title")),
      markdown.copy && button("page", "txt", sign("page"), labels("copyMarkdown")),
      close,
    ),
    intents.length > 1 && element("div", "kinds", { role: "radiogroup", "aria-label": labels("kinds") }, ...intents.map(({ id, name: text }) => {
      const isChosen = asked.intent === id;
      return button(`intents ${id}`, "", text, { role: "radio", "aria-checked": String(isChosen), tabindex: isChosen ? "0" : "-1" });
    })),
    asked.intent === OWN && ownField?.(labels),
    ...[...new Set(platforms.map(({ asks }) => asks))].flatMap((prompt, place) => group(prompt, !place)),
    suggested(questions),
    (shares[0] || ownMarkdown) && element("div", "foot",
      shares[0] && element("div", "group", { role: "group", "aria-label": labels("share") },
        element("span", "", { "aria-hidden": "true" }, labels("share")),
        ...shares.map((offer, place) => {
          // Networks without an owner have a sign, those without a mark their name.
          const shown = offer.mark ? markOf(offer) : offer.href && offer.id !== "email" ? offer.name : networkSign(offer.id);
          const more = told(offer.label, offer.name);
          const act = `shares ${place}`;
          return offer.href ? link(act, "icon", offer, shown, more) : button(act, "icon", shown, more);
        }),
        button("link", "icon", sign("link"), told(labels("copyLink"))),
      ),
      ownMarkdown && link("", "txt", { href: ownMarkdown }, sign("link"), labels("viewMarkdown")),
    ),
    foot,
    layer(),
  );

  // One button, alone or in a row with others.
  return extras && (isOver || /menu|bar/.test(theme.layout)) ? extras.drawClosed(labels, config, widget, !!ownField, !!shares[0], card) : [card()];
}

export function button(act: string, className: string, ...parts: readonly Part[]): HTMLElement {
  return element("button", className, { "data-do": act }, ...parts);
}

/** Menus and messages, and where messages are read aloud. */
export function layer(): HTMLElement {
  return element("div", LIVE, element("i", "", { role: "status" }));
}
