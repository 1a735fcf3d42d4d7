// Creates the nodes of a page. Texts are functions, so that they change with the language.

import { i18n } from "../../words/i18n";

export type Words = () => string;
/** `undefined` and `false` leave the attribute out. */
type Attribute = string | number | boolean | undefined | Words;
export type Child = Node | string | Words;

/** Runs `update` now, and again whenever the language changes. */
export function inEachLanguage(update: () => void): void {
  update();
  i18n.on("change", update);
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      inEachLanguage(() => {
        made.setAttribute(name, value());
      });
    else setAttribute(made, name, value);
  }
  made.append(...children.map((child) => (typeof child === "function" ? textOf(child) : child)));
  return made;
}

/** `undefined` and `false` remove the attribute. */
export function setAttribute(changed: Element, name: string, value: Exclude<Attribute, Words>): void {
  if (value === undefined || value === false) changed.removeAttribute(name);
  else changed.setAttribute(name, value === true ? "" : String(value));
}

function textOf(words: Words): Text {
  const text = document.createTextNode("");
  inEachLanguage(() => {
    text.data = words();
  });
  return text;
}

/**
 * Fills an element with a sentence. `makers[0]` creates a node for the text in `<0>…</0>`, `makers[1]` for the text in
 * `<1>…</1>`. Without makers, nothing in the sentence is read as a tag.
 */
export function fill<Filled extends Element>(
  filled: Filled,
  words: Words,
  ...makers: readonly ((inside: string) => Node)[]
): Filled {
  inEachLanguage(() => {
    // The parts repeat in the order: plain text, number, inner text.
    const parts = makers.length === 0 ? [words()] : words().split(/<(\d)>(.*?)<\/\1>/);
    filled.replaceChildren(
      ...parts.flatMap((part, place) => {
        if (place % 3 === 1) return [];
        const maker = place % 3 === 2 ? makers[Number(parts[place - 1])] : undefined;
        return [maker === undefined ? part : maker(part)];
      }),
    );
  });
  return filled;
}
