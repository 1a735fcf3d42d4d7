/** Handles what a reader does with a widget: clicks, keys, typing. */

import { OWN, type Offer, actOf } from "../first/offers/content";
import type { Facts } from "../first/reporting/events";
import type { Site, Widget } from "../first/parts";
import { safely } from "../first/safely";
import type { Touch } from "../touch";
import type { ActiveWidget, Reporter } from "./active_widget";
import { copyText } from "./clipboard";
import { key } from "./keys";
import { sharedFunctions, markdownAddress, offerAt, pageAddress, pageTitle } from "./shared_functions";

const COPIED: Facts = { type: "copy" };

export interface Presses {
  readonly handleEvent: (widget: Widget, event: Event) => void;
  /**
   * `isLate` if the click had to wait for the second file: the browser did not open the link, because its prompt must
   * be copied first, or the control is not a link.
   */
  readonly press: (widget: Widget, control: Element, isLate?: boolean) => void;
}

export function pressesOf(site: Site, signal: AbortSignal, { report, remember }: Reporter): Presses {
  let third: Promise<Touch> | undefined;
  /** Runs `act` with the third file. If that cannot be loaded, the next use requests it again. */
  const touched = (act: (touch: Touch) => void) => {
    (third ||= import("../touch.js").then(({ touch }) => touch(sharedFunctions, site))).then(act).catch(() => {
      third = undefined;
    });
  };
  const showMessage = (widget: ActiveWidget, text: string, near: Element) => {
    touched((touch) => {
      touch.showMessage(widget, text, near);
    });
  };

  /** Copies a text and shows the next step. Without a next step the button shows a check mark. */
  const copy = (widget: ActiveWidget, text: string, near: Element, note?: string) =>
    copyText(text, widget.root, near).then((isCopied) => {
      if (!note && isCopied) report(COPIED, "copied");
      if (!isCopied) showMessage(widget, site.labels("copyFailed"), near);
      else if (note) showMessage(widget, note, near);
      else
        touched((touch) => {
          touch.confirm(widget, site.labels("copied"), near);
        });
    });

  const take = (widget: ActiveWidget, { facts, copies, asks, href, by }: Offer, near: Element) => {
    report(facts, facts.network ? "shared" : "asked");
    if (facts.platform) remember(facts.platform);
    if (!href) void navigator.share({ title: pageTitle(), url: pageAddress() }).catch(() => undefined);
    return copies ? copy(widget, asks, near, site.labels("pasteInto", { platform: by })) : Promise.resolve();
  };

  /** In a separate file, because few readers use it. */
  const copyPage = (widget: ActiveWidget, near: Element) => {
    import("../page_copy.js")
      .then(({ pageAsMarkdown }) => pageAsMarkdown(pageTitle(), pageAddress(), markdownAddress()))
      .then(
        (text) => {
          widget.copy(text, near);
        },
        () => {
          showMessage(widget, site.labels("copyFailed"), near);
        },
      );
  };

  const known = new WeakMap<Widget, ActiveWidget>();
  const activate = (widget: Widget): ActiveWidget => {
    const before = known.get(widget);
    if (before) return before;
    // The state stays in the original widget object; this one only adds to it.
    const made = Object.assign(Object.create(widget) as Widget, {
      site,
      signal,
      useOffer: (offer: Offer, near: Element) => void take(made, offer, near),
      copy: (text: string, near: Element) => void copy(made, text, near),
    }) as ActiveWidget;
    known.set(widget, made);
    return made;
  };

  const ask = (widget: Widget, changes: Partial<Widget["asked"]>) => {
    widget.asked = { ...widget.asked, ...changes };
    site.drawOne(widget);
  };

  const press = (widget: Widget, control: Element, isLate = false): void => {
    const activated = activate(widget);
    const [act = "", chosen = ""] = actOf(control);
    if (act === "link") activated.copy(pageAddress(), control);
    else if (act === "page") copyPage(activated, control);
    else if (act === "today") {
      site.extras?.dismissForToday();
      site.drawAll();
    } else if (act === "intents") {
      ask(widget, { intent: chosen });
      if (chosen === OWN) widget.section.querySelector("textarea")?.focus();
    } else if (/^(panel|more|share)$/.test(act))
      touched(({ toggle }) => {
        toggle(activated, act, control as HTMLElement);
      });
    else {
      site.drawOne(widget);
      const offer = offerAt(widget.content, control);
      if (!offer || (!offer.href && act !== "shares")) return;
      void take(activated, offer, control).then(() => {
        // `window.open` has no referrer policy; without a referrer, the full address is not sent.
        if (isLate && offer.copies) window.open(offer.href, "_blank", "noopener,noreferrer");
      });
    }
  };

  return {
    press,
    handleEvent: safely((widget: Widget, event: Event) => {
      const { type, target } = event;
      const control = target instanceof Element && target.closest("[data-do]");
      // Updates a link before it is used.
      if (type === "pointerdown" || type === "focusin") {
        touched(Boolean);
        site.drawOne(widget);
      } else if (type === "input") {
        if (target instanceof HTMLTextAreaElement) ask(widget, { own: target.value.trim() });
      } else if (type === "keydown") {
        // Arrow keys move between the choices; only a click moves the focus into the field.
        key(widget.root, event as KeyboardEvent, (choice) => {
          ask(widget, { intent: actOf(choice)[1] || "" });
        });
      }
      // The middle button opens links and activates nothing else.
      else if (control && (type === "click" || ((event as MouseEvent).button === 1 && control.localName === "a")))
        press(widget, control);
    }),
  };
}
