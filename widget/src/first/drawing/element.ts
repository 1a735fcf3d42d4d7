/** Creates the widget's elements, node by node, so that no text ever becomes markup. */

/** The name of the widget's element. */
export const HOST = "askline-widget";

/** Undefined and false children are left out. */
export type Child = Node | string | false | undefined;
/** An empty value sets no attribute. */
export type Attributes = Readonly<Record<string, string | false | undefined>>;
export type Part = Child | Attributes;

/** Returns `made`, or a new element of that name, with a class, attributes and children added. */
export function element(made: string, className: string | false, ...parts: readonly Part[]): HTMLElement;
export function element(made: Element, className: string | false, ...parts: readonly Part[]): Element;
export function element(made: Element | string, className: string | false, ...parts: readonly Part[]): Element {
  const node = made instanceof Element ? made : document.createElement(made);
  for (const part of [{ class: className }, ...parts]) {
    if (part instanceof Node || (part && typeof part === "string")) node.append(part);
    // Not `for in`: what a page adds to `Object.prototype` is not an attribute.
    else
      for (const [key, value] of Object.entries(part || {})) {
        // Unchanged attributes are not set, because observers of the page would notice it.
        if (value && node.getAttribute(key) !== value) node.setAttribute(key, value);
      }
  }
  return node;
}
