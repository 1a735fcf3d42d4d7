/** What buttons open: the card's panel, the menus of assistants and of networks. */

import { actOf } from "../../first/offers/content";
import type { Offer } from "../../first/offers/content";
import type { Child } from "../../first/drawing/element";
import { endingWith, follow, hasTopLayer, showOnTop } from "./above";
import { findsByLetters } from "./typeahead";
import { element, initial, drawMark, pageAddress, sign } from "../shared_functions";
import type { ActiveWidget } from "../active_widget";

/** From this number of assistants on, the menu has a search field. */
const MIN_SEARCHABLE = 10;

type Open = WeakMap<Element, { readonly which: string; readonly close: () => void }>;

/** What is open, by the section of its widget. A menu may be open within a panel. */
const panels: Open = new WeakMap();
const menus: Open = new WeakMap();
const openOf = (which: string): Open => (which === "panel" ? panels : menus);

/** Opens what a button controls, or closes it. */
export function toggle(active: ActiveWidget, which: string, opener: HTMLElement): void {
  const { section } = active;
  const before = menus.get(section);
  before?.close();
  const panel = panels.get(section);
  if (!opener.closest(".panel") || which === "panel") panel?.close();
  if ((which === "panel" ? panel : before)?.which === which) return;
  if (which === "panel") openPanel(active, opener);
  else openMenu(active, which, opener);
}

/** Closes everything that is open. */
export function close({ section }: ActiveWidget): void {
  menus.get(section)?.close();
  panels.get(section)?.close();
}

function openPanel(active: ActiveWidget, opener: HTMLElement): void {
  const { section, signal } = active;
  const toOpen = section.querySelector<HTMLElement>(".opener") || opener;
  show(active, true);
  const panel = section.querySelector<HTMLElement>(".panel");
  if (!panel) return;
  showOnTop(panel);
  const own = endingWith(signal);
  closesBy(active, "panel", panel, toOpen, own, () => {
    show(active, false);
  });
  // Below the whole row, because in a narrow place its other buttons are below the first one.
  follow(panel, toOpen.closest(".bar") || toOpen, own.signal);
  if (panel.querySelector("[role=menu]")) {
    findsByLetters(panel, own.signal);
    closesOutOfSight(toOpen, own);
  }
  first(panel)?.focus({ preventScroll: true });
}

/** Draws the panel's content before it opens, and updates its button, also when it closes. */
function show(active: ActiveWidget, isOpen: boolean): void {
  const widget = active.site.widgets.get(active.place);
  if (!widget) return;
  widget.isOpen = isOpen;
  widget.wasOpened = true;
  active.site.drawOne(widget);
}

function openMenu(active: ActiveWidget, which: string, opener: HTMLElement): void {
  const layer = opener.closest(".card,.bar")?.querySelector(".layer");
  if (!layer) return;
  const menu = element("div", "", {
    role: "menu",
    "aria-label": opener.getAttribute("aria-label") || opener.textContent,
  });
  const own = endingWith(active.signal);
  const { site } = active;
  const labels = site.labels;
  const { platforms = [], shares = [] } = active.content || {};
  const item = (made: HTMLElement, act: () => void) => {
    made.setAttribute("role", "menuitem");
    made.tabIndex = -1;
    made.addEventListener("click", () => {
      act();
      own.abort();
      opener.focus();
    });
    menu.append(made);
  };
  const link = (offer: Offer, children: Child[]) => {
    const made = offer.href
      ? element(
          "a",
          "",
          { href: offer.href, target: "_blank", rel: "noopener", referrerpolicy: "strict-origin" },
          ...children,
        )
      : element("button", "", ...children);
    item(made, () => {
      active.useOffer(offer, opener);
    });
  };
  const button = (children: Child[], act: () => void) => {
    item(element("button", "", ...children), act);
  };
  if (which === "share") {
    for (const offer of shares)
      link(offer, [offer.mark ? drawMark(offer.mark) : sign(offer.id === "email" ? offer.id : "share"), offer.name]);
    button([sign("link"), labels("copyLink")], () => {
      active.copy(pageAddress(), opener);
    });
  } else {
    const asked = platforms[Number(actOf(opener)[1])];
    if (!asked?.asks) return;
    const areMarked = site.payload?.config.theme.marks !== "none";
    // The menu lists the assistants that get the prompt above its button.
    for (const offer of platforms.filter(({ asks }) => asks === asked.asks)) {
      link(offer, [
        offer.mark ? drawMark(offer.mark) : areMarked && initial(offer.by),
        labels(offer.copies ? "copyAndOpen" : "ask", { platform: offer.name }),
      ]);
    }
    button([sign("page"), labels("copyPrompt")], () => {
      active.copy(asked.asks, opener);
    });
  }
  const pop =
    menu.querySelectorAll("a").length < MIN_SEARCHABLE || which === "share"
      ? menu
      : element("div", "", searchIn(menu, labels("search")), menu);
  element(pop, "pop", { popover: hasTopLayer && "auto" });
  layer.append(pop);
  opener.setAttribute("aria-expanded", "true");
  showOnTop(pop);
  closesBy(active, which, pop, opener, own, () => {
    pop.remove();
    opener.removeAttribute("aria-expanded");
  });
  follow(pop, opener, own.signal);
  findsByLetters(menu, own.signal);
  // On a touch screen, a focused field would open a keyboard that covers half of the window.
  first(navigator.maxTouchPoints ? menu : pop)?.focus({ preventScroll: true });
}

/** A field that filters the entries of `menu` by name. */
function searchIn(menu: Element, label: string): HTMLElement {
  const field = element("input", "", { type: "search", placeholder: label, "aria-label": label }) as HTMLInputElement;
  field.addEventListener("input", () => {
    for (const item of menu.querySelectorAll("a"))
      item.hidden = !item.textContent.toLowerCase().includes(field.value.trim().toLowerCase());
  });
  return field;
}

/** Registers the ways to close what is open: Escape, a click elsewhere, the focus leaving it. */
function closesBy(
  { section, root, signal }: ActiveWidget,
  which: string,
  part: HTMLElement,
  opener: HTMLElement,
  own: AbortController,
  closed: () => void,
): void {
  const until = { signal: own.signal };
  const open = openOf(which);
  open.set(section, {
    which,
    close: () => {
      own.abort();
    },
  });
  own.signal.addEventListener("abort", () => {
    if (open.get(section)?.which === which) open.delete(section);
    const hadFocus = part.contains(root.activeElement);
    if (hasTopLayer && part.isConnected) part.togglePopover(false);
    if (!signal.aborted) closed();
    if (hadFocus) opener.focus({ preventScroll: true });
  });
  // On Escape or a click elsewhere, the browser itself closes what is in its top layer.
  part.addEventListener(
    "toggle",
    (event) => {
      if (event.target === part && event.newState === "closed") own.abort();
    },
    until,
  );
  document.addEventListener(
    "pointerdown",
    (event) => {
      const path = event.composedPath();
      if (!path.includes(part) && !path.includes(opener)) own.abort();
    },
    until,
  );
  section.addEventListener(
    "focusout",
    ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !part.contains(relatedTarget) && relatedTarget !== opener) own.abort();
    },
    until,
  );
  document.addEventListener(
    "focusin",
    (event) => {
      if (!event.composedPath().includes(section)) own.abort();
    },
    until,
  );
  section.addEventListener(
    "keydown",
    (event) => {
      // Escape closes what was opened last.
      if (event.key !== "Escape" || (which === "panel" && menus.has(section))) return;
      event.preventDefault();
      own.abort();
      opener.focus({ preventScroll: true });
    },
    until,
  );
}

/** Closes a menu whose button the reader has scrolled out of the window. */
function closesOutOfSight(opener: Element, own: AbortController): void {
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => !isIntersecting)) own.abort();
  });
  observer.observe(opener);
  own.signal.addEventListener("abort", () => {
    observer.disconnect();
  });
}

function first(part: Element): HTMLElement | null {
  return (
    part.querySelector<HTMLElement>("[aria-checked=true],input,[role=menuitem]") ||
    part.querySelector<HTMLElement>("a,button")
  );
}
