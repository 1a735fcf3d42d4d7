/** A widget with what its menus, panels and messages need. Types only. */

import type { Offer } from "../first/offers/content";
import type { Site, Widget } from "../first/parts";
import type { Facts } from "../first/reporting/events";

export interface ActiveWidget extends Widget {
  readonly site: Site;
  /** Aborted when the widget is removed. */
  readonly signal: AbortSignal;
  /** Called when an offer was clicked. */
  readonly useOffer: (offer: Offer, near: Element) => void;
  readonly copy: (text: string, near: Element) => void;
}

/** Counts what a reader's clicks cause. */
export interface Reporter {
  readonly report: (facts: Facts, what: string) => void;
  /** Stores the assistant that the reader chose, which comes first from the next page on. */
  readonly remember: (platform: string) => void;
}
