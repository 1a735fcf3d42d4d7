/** Handles what a reader does with a widget: clicks, keys, typing. */

import { OWN, type Offer, actOf } from "../first/offers/content";
import type { Facts } from "../first/reporting/events";
import type { EarlyClick, Site, Widget } from "../first/parts";
import { safely } from "../first/safely";
import type { Touch } from "../touch";
import type { ActiveWidget, Reporter } from "./active_widget";
import { copyText } from "./clipboard";
import { key } from "./keys";
import { sharedFunctions, markdownAddress, offerAt, pageAddress, pageTitle, sharePage } from "./shared_functions";

const COPIED: Facts = { type: "copy" };

export interface Presses {
  readonly handleEvent: (widget: Widget, event: Event) => void;
  /**
   * `early` if the click had to wait for the second file: what a browser allows only within a click has begun.
   */
  readonly press: (widget: Widget, control: Element, early?: EarlyClick) => void;
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
  const copy = (
    widget: ActiveWidget,
    text: string | Promise<string>,
    near: Element,
    note?: string,
    begun?: Promise<unknown>,
    counted: Facts | false = !note && COPIED,
  ) =>
    copyText(text, widget.root, near, begun).then((isCopied) => {
      if (counted && isCopied) report(counted, counted.itemId ? "clicked" : "copied");
      if (!isCopied) showMessage(widget, site.labels("copyFailed"), near);
      else if (note) showMessage(widget, note, near);
      else
        touched((touch) => {
          touch.confirm(widget, site.labels("copied"), near);
        });
    });

  const take = (
    widget: ActiveWidget,
    { facts, copies, copiesPrompt, asks, href, by, begin }: Offer,
    near: Element,
    early?: EarlyClick,
  ) => {
    if (facts.itemId) {
      // One of the site's own items is counted as itself: what it copies is not a copy of the page.
      const count = () => {
        report(facts, "clicked");
      };
      if (copies) void copy(widget, asks, near, undefined, early?.copying, facts);
      else if (begin)
        (early?.copying || begin()).then(count, () => {
          showMessage(widget, site.labels("copyFailed"), near);
        });
      else count();
      return;
    }
    const count = (isShown: unknown) => {
      if (!isShown) return;
      report(facts, facts.network ? "shared" : "asked");
      if (facts.platform) remember(facts.platform);
    };
    // A share sheet that the browser refused to open is no click on it.
    if (href) count(true);
    else void (early?.copying || sharePage()).then(count, () => undefined);
    const note = copiesPrompt ? "pasteIfEmpty" : "pasteInto";
    if (copies) void copy(widget, asks, near, site.labels(note, { platform: by }), early?.copying);
  };

  let copier: Promise<typeof import("../page_copy.js")> | undefined;
  /** In a separate file, because few readers use it: requested when a pointer or the focus comes near its button. */
  const loadCopy = () =>
    (copier ||= import("../page_copy.js")).catch((problem: unknown) => {
      copier = undefined;
      throw problem;
    });
  /** The copy begins within the click; its text follows. */
  const copyPage = (widget: ActiveWidget, near: Element, early?: EarlyClick) => {
    const text = loadCopy().then(({ pageAsMarkdown }) => pageAsMarkdown(pageTitle(), pageAddress(), markdownAddress()));
    if (early) text.then(early.give, () => undefined);
    void copy(widget, text, near, undefined, early && race(early.copying, text));
  };

  const known = new WeakMap<Widget, ActiveWidget>();
  const activate = (widget: Widget): ActiveWidget => {
    const before = known.get(widget);
    if (before) return before;
    // The state stays in the original widget object; this one only adds to it.
    const made = Object.assign(Object.create(widget) as Widget, {
      site,
      signal,
      useOffer: (offer: Offer, near: Element) => {
        take(made, offer, near);
      },
      copy: (text: string, near: Element) => void copy(made, text, near),
    }) as ActiveWidget;
    known.set(widget, made);
    return made;
  };

  const ask = (widget: Widget, changes: Partial<Widget["asked"]>) => {
    widget.asked = { ...widget.asked, ...changes };
    site.drawOne(widget);
  };

  const press = (widget: Widget, control: Element, early?: EarlyClick): void => {
    const activated = activate(widget);
    const [act = "", chosen = ""] = actOf(control);
    // An item of a compact widget's menu closes the menu, and messages about it are at the menu's button.
    const opener = control.closest("[role=menu]") && widget.section.querySelector<HTMLElement>(".opener");
    const near = opener || control;
    opener?.focus({ preventScroll: true });
    if (act === "link") void copy(activated, pageAddress(), near, undefined, early?.copying);
    else if (act === "page") copyPage(activated, near, early);
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
      if (offer && (offer.href || offer.copies || offer.begin || act === "shares")) take(activated, offer, near, early);
    }
    if (opener)
      touched(({ close }) => {
        close(activated);
      });
  };

  return {
    press,
    handleEvent: safely((widget: Widget, event: Event) => {
      const { type, target } = event;
      const control = target instanceof Element && target.closest("[data-do]");
      if (type.startsWith("pointer") || type === "focusin")
        if (control && actOf(control)[0] === "page") loadCopy().catch(() => undefined);
      // Updates a link before it is used.
      if (type === "pointerdown" || type === "focusin") {
        touched(Boolean);
        site.drawOne(widget);
      } else if (type === "input") {
        if (target instanceof HTMLTextAreaElement) ask(widget, { own: target.value.trim() });
      } else if (type === "keydown") {
        const { key: name } = event as KeyboardEvent;
        if (control && /^Arrow(Up|Down)$/.test(name) && control.getAttribute("aria-haspopup") === "menu") {
          event.preventDefault();
          press(widget, control);
        }
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

/** `copying`, which would wait for ever if there is no text. */
function race(copying: Promise<unknown> | undefined, text: Promise<string>): Promise<unknown> {
  return text.then(() => copying);
}
