/**
 * Changes the drawn nodes into the wanted ones, only where they differ. Focus, typed text, open menus and announcements
 * stay. Nodes are matched by position, element name and class.
 */

/** Other code fills elements of this class, so their content is not changed here. */
export const UNMANAGED_CLASS = "layer";

export function morph(there: Element, wanted: Element): void {
  for (const { name } of [...there.attributes]) {
    // What is set on a clicked button (a check mark, the anchor and state of its menu) is not part of the drawing.
    if (!wanted.hasAttribute(name) && !/style|expanded/.test(name)) there.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    if (there.getAttribute(name) !== value) there.setAttribute(name, value);
  }
  if (there.className !== UNMANAGED_CLASS) morphInside(there, [...wanted.childNodes]);
}

/** Changes only the content of an element. */
export function morphInside(there: Element, nodes: readonly Node[]): void {
  nodes.forEach((node, place) => {
    const old = there.childNodes[place];
    if (!old) there.append(node);
    else if (old instanceof Element && node instanceof Element && key(old) === key(node)) morph(old, node);
    else if (old instanceof Text && node instanceof Text) {
      if (old.data !== node.data) old.data = node.data;
    } else old.replaceWith(node);
  });
  [...there.childNodes].slice(nodes.length).forEach((node) => {
    node.remove();
  });
}

function key(node: Element): string {
  return `${node.nodeName} ${node.getAttribute("class") || ""}`;
}
