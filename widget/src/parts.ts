/** What the two files share: the first makes these, the second brings them to life. Shapes alone. */

import type { Asked, Content } from "./content";
import type { Facts, WidgetEvent } from "./events";
import type { Target } from "./init_options";
import type { Labels } from "./labels";
import type { Natives } from "./natives";
import type { Payload, Rule } from "./payload";

/** One widget on the page. */
export interface Widget {
  readonly place: Target;
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  readonly section: HTMLElement;
  readonly nonce: string | null;
  /** What the reader chose and typed. */
  asked: Asked;
  /** What is drawn. */
  content?: Content;
  /** Of a widget behind a button: whether its panel is open, and whether it ever was. */
  isOpen: boolean;
  wasOpened: boolean;
  /** Where it stands, and how often it was looked for and moved. */
  anchor?: Element;
  looks: number;
  moves: number;
}

/** Parts that show only once a reader has pressed something; the second file draws them. */
export interface LaterParts {
  readonly ownField: (labels: Labels) => Node;
  readonly panel: (card: Node, labels: Labels, isOpen: boolean) => Node;
  /** Of a card that floats over the page. */
  readonly foot: (labels: Labels, hidesForToday: boolean) => Node;
}

/** One site on this page. */
export interface Site {
  readonly api: string;
  readonly siteId: string;
  /** Where events go. */
  readonly to: string;
  readonly natives: Natives;
  readonly widgets: Map<Target, Widget>;
  /** Null when the service says that the site is gone. */
  payload: Payload | null | undefined;
  /** Whether the service has answered, or cannot be reached. */
  isAnswered: boolean;
  isOver: boolean;
  /** What was drawn for groups of variants in this view. */
  drawn: Record<string, number>;
  /** The rules that fit the page, and the page that they fit. */
  fitting: readonly Rule[];
  fittingPage: string;
  readonly labels: () => Labels;
  /** Whether anything of the page may be told to the service now. */
  readonly mayTell: () => boolean;
  /** What was done, with where and when. */
  readonly eventOf: (facts: Facts, referrer?: string) => WidgetEvent;
  readonly isShown: () => boolean;
  /** Draws every widget as the page is now. */
  readonly drawAll: () => void;
  readonly drawOne: (widget: Widget) => void;
  /** Keeps a widget where it belongs, in the colours that fit there. */
  readonly keep: (widget: Widget) => void;
  /** Gives a widget more looks. */
  readonly style: (widget: Widget, sheet: string) => void;
  /** Puts what was drawn into the page; the second file keeps what has not changed. */
  patch: (there: Element, wanted: Node) => void;
  /** What a reader does with a widget. Until the second file is here it is kept for it. */
  hear: (widget: Widget, event: Event) => void;
  /** Called when the payload changed. */
  turn: () => void;
  laterParts: LaterParts | undefined;
  /** Presses that wait for the second file, and whether what was pressed opened by itself. */
  early: (readonly [Widget, Element, boolean])[];
  /** Whether the second file could not be had when it was last asked for. */
  isAlone: boolean;
  /** The path whose view was told without the second file. */
  told: string;
}

/** What the second file does for all sites of a page. */
export interface Live {
  readonly attend: (site: Site) => void;
  /** Takes the page as it is now. */
  readonly refresh: () => void;
  /** The page may be gone in a moment. */
  readonly leave: () => void;
}

/** Fetches the second file. */
export type LoadRest = () => Promise<{ readonly bringToLife: (natives: Natives, signal: AbortSignal) => Live }>;
