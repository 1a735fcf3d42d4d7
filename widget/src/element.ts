/** Makes parts of the widget, node by node: no text ever becomes markup. */

/** The inside of an element with this attribute belongs to who put it there. */
export const LIVE = "data-live";

/** What is not there is left out. */
export type Child = Node | string | false | undefined;
/** An empty text is no attribute. */
export type Attributes = Readonly<Record<string, string | false | undefined>>;

/** `made`, or a new element of that name, with attributes and children added. */
export function element(made: string, attributes: Attributes, ...children: readonly Child[]): HTMLElement;
export function element(made: Element, attributes: Attributes, ...children: readonly Child[]): Element;
export function element(made: Element | string, attributes: Attributes, ...children: readonly Child[]): Element {
  const node = made instanceof Element ? made : document.createElement(made);
  // Not `for in`: what a page adds to `Object.prototype` is no attribute.
  for (const [key, value] of Object.entries(attributes)) {
    // Whoever watches the page sees no change where there is none.
    if (value && node.getAttribute(key) !== value) node.setAttribute(key, value);
  }
  for (const child of children) if (child) node.append(child);
  return node;
}
