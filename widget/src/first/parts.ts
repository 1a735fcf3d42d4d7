/** What the two files share: the first makes these, the second makes them interactive. Types only. */

import type { Asked, Content } from "./offers/content";
import type { Target } from "../init_options";
import type { Labels } from "./offers/labels";
import type { Viewed } from "./memory";
import type { Natives } from "./natives";
import type { Payload, Placement, Theme, WidgetConfig } from "./payload";
import type { Vary } from "./offers/prompt_choice";
import type { Look } from "./drawing/look";

/** One widget on the page. */
export interface Widget {
  readonly place: Target;
  /** The element in the page. */
  readonly outer: HTMLElement;
  readonly root: ShadowRoot;
  readonly section: HTMLElement;
  readonly nonce: string | null | undefined;
  /** What the reader chose and typed. */
  asked: Asked;
  /** What is drawn, and the payload that it was made from. */
  content?: Content;
  made?: string;
  madeOf?: Payload;
  /** For a widget behind a button: whether its panel is open, and whether it ever was. */
  isOpen?: boolean;
  wasOpened?: boolean;
  /** Whether it floats over the page. */
  isOver?: boolean;
  /** Its place, and how often it was searched for. */
  anchor?: Element;
  searches: number;
  /** Whether it returns when the page has removed it; the second file counts. */
  mayReturn?: () => boolean;
  /** What was beside it when the second file looked last. */
  neighbor?: Node | null;
  /** The colors that it has. */
  worn?: string;
}

/** What only some sites have: see `extras.ts`. */
export interface Extras {
  /** The payload with the site's own platforms, as the rules change it on the page as it is now. */
  readonly atPage: (payload: Payload) => Payload;
  readonly vary: Vary;
  /** The card, or one button, alone or in a row with others, and its panel with the card. */
  readonly draw: (labels: Labels, config: WidgetConfig, widget: Widget, canShare: boolean, drawCard: () => Element) => readonly Node[];
  /** Keeps a floating widget away until tomorrow. */
  readonly sleep: () => void;
  /** The look with the page's own colors on its `background`, if the site wants these, and with colors for what is outside of the card. */
  readonly lookAt: (look: Look, theme: Theme, place: Element, background: string, isDark: boolean) => Look;
  /** Puts a floating widget into its corner, clear of other fixed parts. */
  readonly pin: (widget: Widget, placement: Placement) => void;
}

/** One site on this page. */
export interface Site {
  readonly api: string;
  readonly siteId: string;
  /** The address that events are sent to. */
  readonly to: string;
  readonly natives: Natives;
  readonly widgets: Map<Target, Widget>;
  /** The page's language when the payload was requested, whose words it has. */
  language?: string;
  /** Requests the payload; again when the page has another language. */
  readonly fetch: () => void;
  /** Null when the service says that the site was deleted. */
  payload?: Payload | null | undefined;
  /** Whether the service has answered, or cannot be reached. */
  isAnswered?: boolean;
  isOver?: boolean;
  /** The numbers drawn for groups of variants in this view. */
  drawn: Record<string, number>;
  extras?: Extras | undefined;
  /** The words of what was drawn last. */
  labels: Labels;
  isShown: () => boolean;
  /** Draws every widget for the page as it is now. */
  readonly drawAll: () => void;
  drawOne: (widget: Widget) => void;
  /** Puts what was drawn into the widget; the second file adds what screen readers need, and keeps unchanged nodes. */
  patch: (widget: Widget, wanted: readonly Node[]) => void;
  /** Handles a reader's event on a widget. Kept until the second file is here. */
  hear: (widget: Widget, event: Event) => void;
  /** Called when the payload changed. */
  turn: () => void;
  /** Clicks that wait for the second file, and whether what was clicked opened by itself. */
  early: (readonly [Widget, Element, boolean])[];
  /** Whether the second file could not be fetched when it was last requested. */
  isAlone?: boolean;
  /** What was sent about the views of this document. */
  readonly viewed: Viewed;
}

/** What the second file does for all sites of a page. */
export interface Live {
  readonly attend: (site: Site) => void;
  /** Reads the page again. */
  readonly refresh: () => void;
  /** The page may be closed at any moment. */
  readonly leave: () => void;
}
