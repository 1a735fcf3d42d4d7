/**
 * Tells whether a script will still take over a server-made element ("hydration"). An element that is
 * added before would be a mismatch, and such scripts then throw the server's elements away. Only reads the page.
 */

import { matches } from "./matches";

/** Roots that one framework alone makes: Next, Gatsby, Docusaurus, Nuxt, React 16, Vue 2, Astro, Angular. */
const SURE =
  "#__next,#___gatsby,#__docusaurus,#__nuxt,[data-reactroot],[data-server-rendered],astro-island[ssr],[ng-server-context]";
/** Names that are usual for roots, which also pages without such a script use. */
const USUAL = "#app,#root,#svelte,#main-app,[data-app],[id$=-root],[id$=-app]";
/** Data of frameworks that take over the whole document, or leave no mark on their root. */
const WHOLE_DOCUMENT =
  /^(__next_f|__remixContext|__reactRouterContext|__staticRouterHydrationData|\$_TSR|_\$HY|__sveltekit_)/;
/** Comments between server-made texts and parts: React, Vue, Svelte, Solid. */
const COMMENT = /^(\s?|[$/][$?!&]?|--|\[[!-]?|\]|teleport (start|end)|v-if|#|\/)$/;
/** React names what it took over, and the root when it begins; Vue and Preact keep their tree on the root. */
const REACT_NODE = /^__react(Fiber|InternalInstance)\$/;
const REACT_PROPS = /^__reactProps\$/;
const REACT_ROOT = /^(__reactContainer\$|_reactRootContainer)/;
const OTHER_ROOT = /^(__vue_app__|__vue__|__k|_vnode|__ngContext__)$/;

const MAX_COMMENTS_READ = 100;
/** How long a page may take after its HTML was parsed. */
export const MAX_WAIT_MS = 4_000;

type Keyed = Readonly<Record<string, unknown>>;

function keyOf(node: object, name: RegExp): string | undefined {
  return Object.keys(node).find((key) => name.test(key));
}

/** Whether the page has a script besides the widget's. */
function hasScripts(): boolean {
  return [...document.scripts].some(
    ({ dataset, src, type, text }) => !dataset.site && (src || text.trim()) && /^$|module|javascript/.test(type),
  );
}

/**
 * The outermost root around `node` that will be taken over; the document element if that is the whole document. After
 * `isSettled`, only roots of which that is sure. Null if nothing is expected any more.
 */
export function pendingRoot(node: Element, isSettled: boolean): Element | null {
  if (!hasScripts()) return null;
  const chain: Element[] = [];
  for (let at: Element | null = node; at; at = at.parentElement) chain.push(at);
  const owned = chain.findIndex((at) => keyOf(at, REACT_NODE));
  const found = chain
    .filter((at, place) => isPending(at, chain[place - 1], owned >= 0 && owned < place, isSettled))
    .pop();
  if (found) return found;
  // Below an element that React took over, a part that it does not know yet may follow later.
  const owner = owned > 0 && !isSettled && chain[owned];
  if (owner && isDehydrated(owner)) return owner;
  const isWhole = Object.keys(window).some((name) => WHOLE_DOCUMENT.test(name));
  if (!isWhole || owned >= 0) return null;
  return isSettled && !mayBeSure() ? null : document.documentElement;
}

/** React marks what it took over, so it is sure that the document still waits; Svelte and Solid leave no mark. */
function mayBeSure(): boolean {
  return Object.keys(window).some((name) => WHOLE_DOCUMENT.test(name) && !/^(__sveltekit_|_\$HY)/.test(name));
}

function isPending(at: Element, inner: Element | undefined, isOwned: boolean, isSettled: boolean): boolean {
  if (matches(at, "astro-island")) return at.hasAttribute("ssr");
  if (isOwned || keyOf(at, OTHER_ROOT)) return false;
  const begun = keyOf(at, REACT_ROOT);
  const first = inner || at.firstElementChild;
  if (begun) return !!first && !keyOf(first, REACT_NODE);
  if (matches(at, SURE)) return true;
  if (isSettled) return false;
  return (matches(at, USUAL) || at.parentElement === document.body) && isServerMade(at);
}

/** Whether the element holds comments of a framework, or is empty while scripts still fill it. */
function isServerMade(at: Element): boolean {
  const walker = document.createTreeWalker(at, NodeFilter.SHOW_COMMENT);
  for (let count = 0; count < MAX_COMMENTS_READ; count++) {
    const comment = walker.nextNode();
    if (!comment) break;
    if (COMMENT.test((comment as Comment).data)) return true;
  }
  return matches(at, USUAL) && !!document.querySelector("script[type=module],script[src][defer],script[src][async]");
}

/** Whether React knows the element but not its children, and no markup of the page's own is in it. */
function isDehydrated(owner: Element): boolean {
  const props = (owner as unknown as Keyed)[keyOf(owner, REACT_PROPS) || ""] as Keyed | undefined;
  return !props?.dangerouslySetInnerHTML && [...owner.childNodes].some((node) => node.nodeType === 8);
}

/** Calls `done` after the page was loaded and had time for its own work; at the latest after `MAX_WAIT_MS`. */
export function whenSettled(wait: (run: () => void, milliseconds: number) => void, done: () => void): void {
  let isDone = false;
  const end = () => {
    if (isDone) return;
    isDone = true;
    done();
  };
  const idle = () => {
    const later = (window as Partial<Window>).requestIdleCallback;
    if (later) later(end, { timeout: MAX_WAIT_MS });
    else wait(end, 1);
  };
  if (document.readyState === "complete") idle();
  else addEventListener("load", idle, { once: true });
  wait(end, MAX_WAIT_MS);
}
