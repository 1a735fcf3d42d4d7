/**
 * Changes what is drawn into what should be drawn, where it differs: what has the focus keeps it, and what is typed,
 * opened or said stays. Parts are told apart by their place and their class.
 */

import { LIVE } from "../element";

export function morph(there: Element, wanted: Element): void {
  for (const { name } of [...there.attributes]) {
    // A button says that its menu is open, which no drawing knows.
    if (!wanted.hasAttribute(name) && !/style|expanded/.test(name)) there.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    if (there.getAttribute(name) !== value) there.setAttribute(name, value);
  }
  if (there.className !== LIVE) morphInside(there, [...wanted.childNodes]);
}

/** The same for what is inside alone. */
export function morphInside(there: Element, nodes: readonly Node[]): void {
  nodes.forEach((node, place) => {
    const old = there.childNodes[place];
    if (!old) there.append(node);
    else if (old instanceof Element && node instanceof Element && key(old) === key(node)) morph(old, node);
    else if (old instanceof Text && node instanceof Text) {
      if (old.data !== node.data) old.data = node.data;
    } else old.replaceWith(node);
  });
  [...there.childNodes].slice(nodes.length).forEach((node) => { node.remove(); });
}

function key(node: Element): string {
  return `${node.nodeName} ${node.getAttribute("class") || ""}`;
}
