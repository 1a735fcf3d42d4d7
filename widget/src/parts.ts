/** What the two files share: the first makes these, the second makes them interactive. Types only. */

import type { Asked, Content } from "./content";
import type { Child } from "./element";
import type { Target } from "./init_options";
import type { Labels } from "./labels";
import type { Lent } from "./lending";
import type { Viewed } from "./memory";
import type { Natives } from "./natives";
import type { Payload, Placement, Theme, WidgetConfig } from "./payload";
import type { Vary } from "./prompt_choice";
import type { Actions } from "./rules";
import type { Look } from "./theme";

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
  /** Its place, and how often it was searched for and moved. */
  anchor?: Element;
  /** Its sibling when it was put there. */
  beside?: Node | null;
  searches: number;
  moves: number;
  /** The colors that it has. */
  worn?: string;
}

/** What only some sites have: see `extras.ts`. */
export interface Extras {
  /** The rules' actions for the page as it is now. */
  readonly actions: () => Actions;
  /** Whether the widget belongs on the page as it is now. */
  readonly takesPage: (placement: Placement) => boolean;
  /** The payload with the site's own platforms in the registry. */
  readonly complete: (payload: Payload) => Payload;
  readonly vary: Vary;
  /** A widget behind one button: `card` draws the content of its panel, `isLive` says whether that can be opened. */
  readonly drawClosed: (labels: Labels, config: WidgetConfig, widget: Widget, isLive: boolean, canShare: boolean, card: (close: Child, foot: Child) => Node) => readonly Node[];
  /** Keeps a floating widget away until tomorrow. */
  readonly sleep: () => void;
  /** The page's own colors on its `background`. */
  readonly blend: (theme: Theme, place: Element, background: string, isDark: boolean) => Look;
  /** Colors for what is on the page itself, outside of a card with these colors: a button that opens a panel, and the text beside it. */
  readonly outside: (colors: Look["values"], background: string) => Look["values"];
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
  readonly labels: () => Labels;
  readonly isShown: () => boolean;
  /** Draws every widget for the page as it is now. */
  readonly drawAll: () => void;
  drawOne: (widget: Widget) => void;
  /** Puts what was drawn into the page; the second file keeps unchanged nodes. */
  patch: (there: Element, wanted: readonly Node[]) => void;
  /** Handles a reader's event on a widget. Kept until the second file is here. */
  hear: (widget: Widget, event: Event) => void;
  /** Called when the payload changed. */
  turn: () => void;
  /** The field for a reader's own question; the second file draws it. */
  ownField?: (labels: Labels) => Node;
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

/** Fetches the other files. */
export interface Load {
  readonly rest: LoadRest;
  readonly extras: LoadExtras;
}
export type LoadExtras = () => Promise<{ readonly extrasFor: (site: Site, lent: Lent) => Extras }>;
export type LoadRest = () => Promise<{ readonly bringToLife: (natives: Natives, signal: AbortSignal, lent: Lent) => Live }>;
