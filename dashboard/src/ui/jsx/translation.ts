// Makes elements safe for a browser's translation.
//
// No figure is translated, and no text is left old. A translation replaces text nodes by its own elements. React writes
// a changed text into the node that it made, which is then on no page; when it removes that node, it throws. An element
// whose only content is a text has neither fault, because React then sets the content of the element. So a text with
// siblings gets an element of its own.

import type { ElementType, ReactNode } from "react";
import { jsx } from "react/jsx-runtime";

/** An element that no style names, shown in its line like a text. */
const PART = "text-part" as ElementType;

/** What contains text and no element. */
const TEXT_ONLY = new Set<unknown>(["option", "textarea", "title", "style", "script", "text", "tspan", "desc"]);

/** What contains code, keys or drawings, which no language changes. */
const UNTRANSLATED = new Set<unknown>(["code", "kbd", "pre", "samp", "svg"]);

/** A figure with its signs and at most one unit: `1,204`, `+37%`, `1.2K`, `0.41–0.58`, `€ 12`. */
const FIGURE = /^[^\p{L}]*\d[^\p{L}]*\p{L}?$/u;

/**
 * `props` of an element of `type`, as a translation needs them. `isList`: its children are a list, whose elements React
 * tells apart by their keys. A space between elements stays as it is, since nothing translates it.
 */
export function forTranslation(type: ElementType, props: unknown, isList: boolean): unknown {
  const parts = partsOf(type, props, isList);
  const isKept = typeof type === "string" && (UNTRANSLATED.has(type) || isFigure(parts));
  return isKept ? { translate: "no", ...parts } : parts;
}

function isFigure(props: unknown): boolean {
  const { children } = props as { children?: unknown };
  return typeof children === "number" || (typeof children === "string" && FIGURE.test(children));
}

function partsOf(type: ElementType, props: unknown, isList: boolean): object {
  const { children } = props as { children?: unknown };
  if (Array.isArray(children) && !TEXT_ONLY.has(type))
    return { ...(props as object), children: inParts(children, isList) };
  // A component may put its text beside something else.
  if (typeof type !== "string" && isText(children)) return { ...(props as object), children: part(children) };
  return props as object;
}

function inParts(children: readonly unknown[], isList: boolean): unknown[] {
  return children.map((child, index) => {
    if (Array.isArray(child)) return inParts(child, true);
    return isText(child) ? part(child, isList ? `text ${index}` : undefined) : child;
  });
}

const isText = (child: unknown): boolean =>
  typeof child === "number" || (typeof child === "string" && child.trim() !== "");

function part(children: unknown, key?: string): ReactNode {
  const props = partsOf(PART, { children }, true);
  // React sets the property of such an element, a boolean, and not the attribute.
  return jsx(PART, isFigure(props) ? { ...props, translate: false } : props, key);
}

/** The element around a translated sentence, which may consist of several texts. */
export function Sentence({ children }: { children?: ReactNode }) {
  return part(children);
}
