/** The objects that the first file creates and the second makes interactive. Types only. */

import type { Asked, Content } from "./offers/content";
import type { Target } from "../init_options";
import type { Labels } from "./offers/labels";
import type { ViewState } from "./memory";
import type { Natives } from "./natives";
import type { WidgetEvent } from "./reporting/events";
import type { Payload, Placement, Theme, WidgetConfig } from "./payload";
import type { PromptValues } from "./offers/prompt_text";
import type { SelectVariant } from "./offers/prompt_choice";
import type { Look } from "./drawing/look";

/** What a drawing contains of its page. */
export type PageValues = Readonly<Required<PromptValues>> & { readonly dir: string };

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
  /** What is drawn, and what it was drawn from: the page, the state of the page and the widget, and the payload. */
  content?: Content;
  values?: PageValues;
  made?: string;
  madeOf?: Payload;
  /** For a widget behind a button: whether its panel is open, and whether it ever was. */
  isOpen?: boolean;
  wasOpened?: boolean;
  /** Whether it floats over the page. */
  isFloating?: boolean;
  /** Its place, and how often the place was searched for. */
  anchor?: Element;
  searches: number;
  /** Whether it was put below the window and nobody has scrolled to it: then the second file draws it, once. */
  isBelow?: boolean;
  /** Whether it waits until the page's scripts have taken over the elements around its place. */
  isWaiting?: boolean;
  /** Whether it returns after the page has removed it; set by the second file. */
  mayReturn?: () => boolean;
  /** The sibling that it had when the second file last checked. */
  neighbor?: Node | null;
  /** The colors that it currently has. */
  appliedColors?: string;
}

/** Features that only some sites have: see `extras.ts`. */
export interface Extras {
  /** The payload with the site's custom platforms and the rules that apply to the current page. */
  readonly atPage: (payload: Payload) => Payload;
  readonly vary: SelectVariant;
  /** Draws the card; or a button (alone or in a row with others) together with a panel that contains the card. */
  readonly draw: (
    labels: Labels,
    config: WidgetConfig,
    widget: Widget,
    canShare: boolean,
    drawCard: () => Element,
  ) => readonly Node[];
  /** Hides a floating widget until tomorrow. */
  readonly dismissForToday: () => void;
  /**
   * The look, with the page's own colors if the site wants that, and with colors for what is outside the card, on the
   * page's `background`.
   */
  readonly lookAt: (look: Look, theme: Theme, place: Element, background: string, isDark: boolean) => Look;
  /** The page that the reader is on, by the site's settings for pages. */
  readonly page: () => string;
  /** The event with the query parameters and the hash route that belong to its page. */
  readonly placed: (event: WidgetEvent) => WidgetEvent;
  /** The page's title, beside which a compact widget is. */
  readonly titleOf: (content: Element) => Element | null;
  /** Keeps a compact widget beside the title, after `anchor`. */
  readonly alignToTitle: (widget: Widget, title: Element | undefined, anchor: Element) => void;
  /** Moves a floating widget into its corner, clear of other fixed elements. */
  readonly pin: (widget: Widget, placement: Placement) => void;
}

/** Adds the site's own items to the card, and returns it: see `menu.ts`. */
export type DrawMenu = (widget: Widget, config: WidgetConfig, card: Element) => Element;

/** Puts a widget into its place, and keeps it there. */
export type Placing = (widget: Widget, placement: Placement) => void;

/** A click that came before the second file. */
export interface EarlyClick {
  readonly widget: Widget;
  readonly control: Element;
  /** Whether the browser followed the clicked link, or opened its share sheet. */
  readonly isOpened: boolean;
  /** What began within the click, such as a copy, a share sheet or a window, and what gives a copy its text. */
  readonly copying: Promise<unknown> | undefined;
  readonly give: (text: string) => void;
}

/** One site on this page. */
export interface Site {
  readonly api: string;
  readonly siteId: string;
  /** The address that events are sent to. */
  readonly to: string;
  readonly natives: Natives;
  readonly widgets: Map<Target, Widget>;
  /** The page's language when the payload was requested; the payload has texts in this language. */
  language?: string;
  /** Requests the payload, also after the page's language has changed. */
  readonly fetch: () => void;
  /** Null when the service says that the site was deleted. */
  payload?: Payload | null | undefined;
  /** Whether the service has responded, or cannot be reached. */
  isAnswered?: boolean;
  isDestroyed?: boolean;
  /** The random number that chooses the variant of each group, for this view. */
  drawn: Record<string, number>;
  extras?: Extras | undefined;
  drawMenu?: DrawMenu | undefined;
  /** Missing until the file that finds the place has arrived. */
  placing?: Placing;
  /** The texts of the last drawing. */
  labels: Labels;
  isShown: () => boolean;
  /** Draws every widget for the page in its current state. */
  readonly drawAll: () => void;
  drawOne: (widget: Widget) => void;
  /** Puts what was drawn into the widget. The second file adds what screen readers need, and keeps unchanged nodes. */
  patch: (widget: Widget, wanted: readonly Node[]) => void;
  /** Handles an event on a widget. Clicks are stored until the second file is loaded. */
  handleEvent: (widget: Widget, event: Event) => void;
  /** Called when the payload or the reader's consent changed, or when the page asks for it. */
  update: () => void;
  /** Clicks that wait for the second file. */
  earlyClicks: EarlyClick[];
  /** Whether the last attempt to load the second file failed. */
  isRestMissing?: boolean;
  /** What was sent about the views of this document. */
  readonly viewed: ViewState;
}

/** What the second file does for all sites of a page. */
export interface HydratedPage {
  readonly addSite: (site: Site) => void;
  /** Reads the page again. */
  readonly refresh: () => void;
  /** Called before the page may be closed. */
  readonly leave: () => void;
}
