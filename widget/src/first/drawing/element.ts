/** Makes parts of the widget, node by node: no text ever becomes markup. */

/** What the widget's element is called. */
export const HOST = "askline-widget";

/** A missing child is left out. */
export type Child = Node | string | false | undefined;
/** An empty text sets no attribute. */
export type Attributes = Readonly<Record<string, string | false | undefined>>;
export type Part = Child | Attributes;

/** `made`, or a new element of that name, with a class, attributes and children added. */
export function element(made: string, className: string | false, ...parts: readonly Part[]): HTMLElement;
export function element(made: Element, className: string | false, ...parts: readonly Part[]): Element;
export function element(made: Element | string, className: string | false, ...parts: readonly Part[]): Element {
  const node = made instanceof Element ? made : document.createElement(made);
  for (const part of [{ class: className }, ...parts]) {
    if (part instanceof Node || (part && typeof part === "string")) node.append(part);
    // Not `for in`: what a page adds to `Object.prototype` is not an attribute.
    else for (const [key, value] of Object.entries(part || {})) {
      // Observers of the page must see no change where nothing changes.
      if (value && node.getAttribute(key) !== value) node.setAttribute(key, value);
    }
  }
  return node;
}
