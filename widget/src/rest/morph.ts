/**
 * Changes what is drawn into what should be drawn, only where it differs: what has the focus keeps it, and what was typed,
 * opened or announced stays. Parts are identified by their place and their class.
 */

/** The code that fills an element of this class owns its content. */
export const LIVE = "layer";

export function morph(there: Element, wanted: Element): void {
  for (const { name } of [...there.attributes]) {
    // A button's state of its menu is not part of any drawing.
    if (!wanted.hasAttribute(name) && !/style|expanded/.test(name)) there.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    if (there.getAttribute(name) !== value) there.setAttribute(name, value);
  }
  if (there.className !== LIVE) morphInside(there, [...wanted.childNodes]);
}

/** The same for the content only. */
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
