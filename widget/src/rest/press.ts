/** What a reader does with a widget: clicks, keys, typing. */

import { OWN, type Offer } from "../content";
import type { Facts } from "../events";
import type { Site, Widget } from "../parts";
import { safely } from "../safely";
import type { Touch } from "../touch";
import { copyText } from "./clipboard";
import { key } from "./keys";
import { actOf, all, markdownAddress, offerAt, pageAddress, pageTitle } from "./lent";
import type { Teller } from "./site_life";

/** What the parts that open and announce need from a widget. */
export interface Desk extends Widget {
  readonly site: Site;
  /** Ends when the widget is removed. */
  readonly signal: AbortSignal;
  /** An offer was clicked. */
  readonly take: (offer: Offer, near: Element) => void;
  readonly copy: (text: string, near: Element) => void;
}

const COPIED: Facts = { type: "copy" };

export interface Presses {
  readonly hear: (widget: Widget, event: Event) => void;
  /** `isLate` when the click came before anything listened: what it would have opened was kept from opening. */
  readonly press: (widget: Widget, control: Element, isLate?: boolean) => void;
}

export function pressesOf(site: Site, signal: AbortSignal, { tell, remember }: Teller): Presses {
  let third: Promise<Touch> | undefined;
  /** Runs `act` with the third file; if that did not arrive, it is requested again at the next touch. */
  const touched = (act: (touch: Touch) => void) => {
    (third ||= import("../touch.js").then(({ touch }) => touch(all, site))).then(act).catch(() => { third = undefined; });
  };
  const say = (desk: Desk, text: string, near: Element) => { touched((touch) => { touch.say(desk, text, near); }); };

  /** Shows what the reader must know next; a copy that needs nothing more is confirmed in its button. */
  const copy = (desk: Desk, text: string, near: Element, note?: string) =>
    copyText(text, desk.root, near).then((isCopied) => {
      if (!note && isCopied) tell(COPIED, "copied");
      if (!isCopied) say(desk, site.labels("copyFailed"), near);
      else if (note) say(desk, note, near);
      else touched((touch) => { touch.confirm(desk, site.labels("copied"), near); });
    });

  const take = (desk: Desk, { facts, copies, asks, href, by }: Offer, near: Element) => {
    tell(facts, facts.network ? "shared" : "asked");
    if (facts.platform) remember(facts.platform);
    if (!href) void navigator.share({ title: pageTitle(), url: pageAddress() }).catch(() => undefined);
    return copies ? copy(desk, asks, near, site.labels("pasteInto", { platform: by })) : Promise.resolve();
  };

  /** In a file of its own, since few readers want it. */
  const copyPage = (desk: Desk, near: Element) => {
    import("../page_copy.js").then(({ pageAsMarkdown }) => pageAsMarkdown(pageTitle(), pageAddress(), markdownAddress())).then(
      (text) => { desk.copy(text, near); },
      () => { say(desk, site.labels("copyFailed"), near); },
    );
  };

  const desks = new WeakMap<Widget, Desk>();
  const deskOf = (widget: Widget): Desk => {
    const known = desks.get(widget);
    if (known) return known;
    // The widget's state stays in the widget: the desk only adds to it.
    const desk = Object.assign(Object.create(widget) as Widget, {
      site,
      signal,
      take: (offer: Offer, near: Element) => void take(desk, offer, near),
      copy: (text: string, near: Element) => void copy(desk, text, near),
    }) as Desk;
    desks.set(widget, desk);
    return desk;
  };

  const ask = (widget: Widget, changes: Partial<Widget["asked"]>) => {
    widget.asked = { ...widget.asked, ...changes };
    site.drawOne(widget);
  };

  const press = (widget: Widget, control: Element, isLate = false): void => {
    const desk = deskOf(widget);
    const [act = "", chosen = ""] = actOf(control);
    if (act === "link") desk.copy(pageAddress(), control);
    else if (act === "page") copyPage(desk, control);
    else if (act === "today") {
      site.extras?.sleep();
      site.drawAll();
    } else if (act === "intents") {
      ask(widget, { intent: chosen });
      if (chosen === OWN) widget.section.querySelector("textarea")?.focus();
    } else if (/^(panel|more|share)$/.test(act)) touched(({ toggle }) => { toggle(desk, act, control as HTMLElement); });
    else {
      site.drawOne(widget);
      const offer = offerAt(widget.content, control);
      if (!offer || (!offer.href && act !== "shares")) return;
      void take(desk, offer, control).then(() => {
        // `window.open` takes no referrer policy: without any referrer, the whole address is never sent.
        if (isLate && offer.copies) window.open(offer.href, "_blank", "noopener,noreferrer");
      });
    }
  };

  return {
    press,
    hear: safely((widget: Widget, event: Event) => {
      const { type, target } = event;
      const control = target instanceof Element && target.closest("[data-do]");
      // A link is updated before it is used.
      if (type === "pointerdown" || type === "focusin") {
        touched(Boolean);
        site.drawOne(widget);
      }
      else if (type === "input") {
        if (target instanceof HTMLTextAreaElement) ask(widget, { own: target.value.trim() });
      }
      else if (type === "keydown") {
        // Arrow keys move between the choices; only a click goes on into the field.
        key(widget.root, event as KeyboardEvent, (choice) => { ask(widget, { intent: actOf(choice)[1] || "" }); });
      }
      // The middle button opens links, and clicks nothing else.
      else if (control && (type === "click" || ((event as MouseEvent).button === 1 && control.localName === "a"))) press(widget, control);
    }),
  };
}
