/** Draws what is offered, node by node. Decides nothing, counts nothing: what the reader does is told to `Acts`. */

import type { Content, Offer } from "./content";
import type { LabelKey, Labels } from "./labels";
import type { WidgetConfig } from "./payload";
import { safely } from "./safely";

/** What the reader can do. */
export interface Acts {
  /** What is offered now; the page's title or address may have changed since it was drawn. */
  readonly now: () => Content;
  /** A link was followed, also with the middle button, or the share sheet is wanted. */
  readonly used: (offer: Offer) => void;
  readonly copy: (text: string) => void;
  readonly linkText: () => string;
  readonly pageText: () => string;
}

/** What is not there is left out. */
type Child = Node | string | false | undefined;

/** The whole widget, for the inside of its box: laid open, or behind a button. */
export function draw(acts: Acts, labels: Labels, { markdown, privacy }: WidgetConfig, isMenu: boolean): Node {
  // Asked once: a site may have a thousand rules.
  const content = acts.now();
  const { platforms, questions, shares } = content;

  const links = (kind: keyof Content, className: string, label: string) =>
    // The role, because Safari forgets that a list without markers is a list.
    element("ul", { class: className, role: "list", "aria-label": label }, [
      ...content[kind].map((offer, place) =>
        element("li", {}, [
          offer.href
            ? awayLink(offer, () => acts.now()[kind][place] || offer, acts.used)
            : button(offer.name, () => { acts.used(offer); }),
        ]),
      ),
    ]);

  const copier = (key: LabelKey, text: () => string) => button(labels(key), () => { acts.copy(text()); });

  /** The reader sees what will be asked before anything is asked; drawn anew at each opening. */
  const preview = (): HTMLElement => {
    const summary = element("summary", {}, [labels("showPrompt")]);
    const details = element("details", {}, [summary]);
    return on(details, "toggle", () => {
      const names: Record<string, string[] | undefined> = {};
      for (const { name, prompt } of acts.now().platforms) (names[prompt] ||= []).push(name);
      const prompts = Object.keys(names).map((prompt) =>
        element("div", { class: "prompt" }, [
          element("b", {}, [(names[prompt] || []).join(", ")]),
          element("p", { dir: "auto" }, [prompt]),
          copier("copyPrompt", () => prompt),
        ]),
      );
      details.replaceChildren(summary, ...prompts);
    });
  };

  const [isShared] = shares;
  const card = element("div", { class: "card" }, [
    element("b", { class: "title" }, [labels("title")]),
    platforms[0] && links("platforms", "ai", ""),
    questions[0] && links("questions", "ask", labels("questions")),
    element("div", { class: "foot" }, [
      isShared && element("span", {}, [element("b", {}, [labels("share")]), links("shares", "", labels("share"))]),
      element("span", {}, [
        isShared && copier("copyLink", acts.linkText),
        markdown.copy && copier("copyMarkdown", acts.pageText),
      ]),
    ]),
    privacy.showPromptPreview && platforms[0] && preview(),
    // Where the widget speaks to the reader, aloud for screen readers.
    element("p", { role: "status" }, []),
  ]);
  return isMenu ? menu(card, labels) : card;
}

/** A button that opens the card. Escape and a press elsewhere close it. */
function menu(card: HTMLElement, labels: Labels): Node {
  const opener = element("summary", { class: "title" }, [labels("menu")]);
  const details = element("details", { class: "menu" }, [opener, card]);
  on(details, "keydown", (event) => {
    if ((event as KeyboardEvent).key !== "Escape" || !details.open) return;
    details.open = false;
    opener.focus();
  });
  const close = (event: Event) => {
    if (event.composedPath().includes(details)) return;
    details.open = false;
    document.removeEventListener("pointerdown", close);
  };
  return on(details, "toggle", () => {
    if (details.open) document.addEventListener("pointerdown", close);
  });
}

/**
 * A real link, so that no popup blocker stands in its way and middle clicks work; its address is renewed when it is
 * about to be used.
 */
function awayLink({ name, label, href }: Offer, fresh: () => Offer, used: (offer: Offer) => void): HTMLElement {
  const link = element("a", { href, target: "_blank", rel: "noopener", "aria-label": label }, [name]);
  const renew = () => {
    const offer = fresh();
    link.href = offer.href;
    return offer;
  };
  on(link, "pointerdown", renew);
  on(link, "auxclick", (event) => {
    if ((event as MouseEvent).button === 1) used(renew());
  });
  return on(link, "click", () => { used(renew()); });
}

function button(text: string, act: () => void): HTMLElement {
  return on(element("button", { type: "button" }, [text]), "click", act);
}

function on<Made extends HTMLElement>(made: Made, type: string, act: (event: Event) => void): Made {
  made.addEventListener(type, safely(act));
  return made;
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  children: readonly Child[],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  // Not `for in`: what a page adds to `Object.prototype` is no attribute.
  for (const [key, value] of Object.entries(attributes)) {
    if (value) made.setAttribute(key, value);
  }
  made.append(...children.filter(Boolean) as (Node | string)[]);
  return made;
}
