/**
 * Draws the offers, node by node. Decides nothing and listens to nothing: the action of a control is in its `data-do`,
 * and the site handles the clicks. Draws only visible content, and the labels of buttons without text;
 * `rest/screen_reader.ts` adds the rest.
 */

import type { Content, Offer } from "../offers/content";
import { element, type Child, type Part } from "./element";
import type { Labels } from "../offers/labels";
import { drawMark, initial, networkSign, sign } from "./marks";
import { markdownAddress } from "../page";
import type { Site, Widget } from "../parts";
import type { WidgetConfig } from "../payload";
import type { Look } from "./look";

/** A longer prompt is shown in a box that scrolls, with the number of its characters. */
const PROMPT_CHARACTERS_SHOWN = 320;
/** The maximum number of assistants with the same prompt on the card; the menu lists all of them. */
const MAX_ASSISTANTS_SHOWN = 4;

/** Draws the whole widget, for the inside of its section. */
export function draw(
  { extras, drawMenu }: Site,
  widget: Widget,
  content: Content,
  labels: Labels,
  config: WidgetConfig,
  look: Look,
): readonly Node[] {
  const { markdown, theme } = config;
  const { intents, platforms, questions, shares } = content;
  const { asked } = widget;
  const ownMarkdown = markdown.copy && markdownAddress();

  /**
   * The mark is in its own color if that is visible, but never on the accent. Without a mark, an initial if marks are
   * shown.
   */
  const markOf = ({ mark: path, markColor = "", markOn, by }: Offer, isOnAccent = false) =>
    path
      ? drawMark(path, !isOnAccent && look.shows(markColor, markOn) ? markColor : "")
      : theme.marks !== "none" && initial(by);
  const name = (text: string) => element("bdi", "", text);
  /** A real link, so that popup blockers let it pass and middle clicks work. */
  const link = (act: string, className: string, { href }: Pick<Offer, "href">, ...parts: readonly Part[]) =>
    element(
      "a",
      className,
      { "data-do": act, href, target: "_blank", rel: "noopener", referrerpolicy: "strict-origin" },
      ...parts,
    );
  const sentence = (key: "ask" | "copyAndOpen" | "questionsTo", platform: string): Child => {
    const [before, after] = labels(key, { platform: "\n" }).split("\n");
    return element("span", "", before, name(platform), after);
  };
  /** The label of a button without text. */
  const named = (label: string | undefined) => ({ "aria-label": label });
  /** A line may break after each part of an address. */
  const breaking = (text: string) =>
    (text.match(/[^/]*\/*/g) as string[]).flatMap((part) => part && [part, element("wbr", "")]);

  /**
   * An assistant's button. The first one stands out, with a sentence and the menu, because most readers look for it.
   */
  const assistant = (offer: Offer, isFirst: boolean) => {
    const place = platforms.indexOf(offer);
    const words = offer.copies
      ? sentence("copyAndOpen", offer.name)
      : isFirst
        ? sentence("ask", offer.name)
        : name(offer.name);
    const made = link(`platforms ${place}`, isFirst ? "main" : "other", offer, markOf(offer, isFirst), words);
    return isFirst ? element("span", "split", made, more(offer, "")) : made;
  };
  /** The button that opens the list of all assistants with the prompt of `offer`. */
  const more = (offer: Offer | undefined, className: string) =>
    offer && button(`more ${platforms.indexOf(offer)}`, className, sign("down"), named(labels("more")));

  /** The prompt, visible, and below it the assistants that get it. */
  const group = (prompt: string, isFirst: boolean): Child[] => {
    const offers = platforms.filter((offer) => offer.asks === prompt);
    const isLong = prompt.length > PROMPT_CHARACTERS_SHOWN;
    const length = isLong && ` · ${labels("characters", { count: String(prompt.length) })}`;
    return [
      element(
        "figure",
        "prompt",
        element("figcaption", "", labels("asked"), length),
        element("p", isLong && "long", { dir: "auto" }, ...breaking(prompt || labels("ownEmpty"))),
      ),
      element(
        "div",
        "ai",
        ...offers.slice(0, MAX_ASSISTANTS_SHOWN).map((offer, place) => assistant(offer, isFirst && !place)),
        !isFirst && offers[MAX_ASSISTANTS_SHOWN] && more(offers[0], "other"),
      ),
    ];
  };

  const [first] = questions;
  const suggested =
    first &&
    element(
      "div",
      "qs",
      element("h3", "", labels("questions")),
      // The end that all questions share is shown once.
      element(
        "p",
        "",
        sentence("questionsTo", first.by),
        " ",
        element("bdi", "", ...breaking(first.asks.slice(first.name.length + 1))),
      ),
      element(
        "div",
        "asks",
        ...questions.map((offer, place) =>
          link(
            `questions ${place}`,
            "other",
            offer,
            name(offer.name),
            offer.copies && sentence("copyAndOpen", first.by),
          ),
        ),
      ),
    );

  const card = () =>
    element(
      "div",
      "card",
      element(
        "div",
        "head",
        element("h2", "", labels("title")),
        markdown.copy && button("page", "txt", sign("page"), labels("copyMarkdown")),
      ),
      intents.length > 1 &&
        element(
          "div",
          "kinds",
          ...intents.map(({ id, name: text }) =>
            button(`intents ${id}`, "", text, { role: "radio", "aria-checked": String(asked.intent === id) }),
          ),
        ),
      ...[...new Set(platforms.map(({ asks }) => asks))].flatMap((prompt, place) => group(prompt, !place)),
      suggested,
      (shares[0] || ownMarkdown) &&
        element(
          "div",
          "foot",
          shares[0] &&
            element(
              "div",
              "group",
              element("span", "", labels("share")),
              ...shares.map((offer, place) => {
                // Email and the share sheet have the widget's own signs; networks without a mark show their name.
                const shown = offer.mark
                  ? markOf(offer)
                  : offer.href && offer.id !== "email"
                    ? offer.name
                    : networkSign(offer.id);
                const act = `shares ${place}`;
                return offer.href
                  ? link(act, "icon", offer, shown, named(offer.label))
                  : button(act, "icon", shown, named(offer.label));
              }),
              button("link", "icon", sign("link"), named(labels("copyLink"))),
            ),
          ownMarkdown && link("", "txt", { href: ownMarkdown }, sign("link"), labels("viewMarkdown")),
        ),
    );

  const whole = () => (drawMenu ? drawMenu(widget, config, card()) : card());
  return extras ? extras.draw(labels, config, widget, !!shares[0], whole) : [whole()];
}

function button(act: string, className: string, ...parts: readonly Part[]): HTMLElement {
  return element("button", className, { "data-do": act }, ...parts);
}
