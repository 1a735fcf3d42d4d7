/** The options of the widget: the types that the npm package publishes. Types only. */

/** Where the owner wants one widget: an element or a selector. Null uses the placement in the site's configuration. */
export type Target = Element | string | null;

/** The options of a widget. */
export interface InitOptions {
  /** The site's id. */
  readonly site: string;
  /**
   * The service's address, without a slash at the end; by default where the script is, or the page's origin for
   * modules.
   */
  readonly api?: string | undefined;
  readonly target?: Target | undefined;
  /** The nonce of the style element for browsers without constructed sheets, under a strict policy. */
  readonly nonce?: string | null | undefined;
  /** With `consent`, nothing is counted and nothing is stored in the browser before the page calls `count(true)`. */
  readonly count?: string | undefined;
}

/** `window.askline`, also `window.Askline`. */
export interface AsklineApi {
  /** Adds a widget to the page. A second call for the same place does nothing. */
  readonly init: (options: InitOptions) => void;
  /** Reads the page again, for pages that changed their content without changing their address. */
  readonly refresh: () => void;
  /** Removes the widget that `init` added with the same options. Removing the last one removes everything. */
  readonly remove: (options: InitOptions) => void;
  /**
   * The reader's answer to the page's own consent banner. False counts nothing from now on, and removes what is stored
   * in the browser.
   */
  readonly count: (isAllowed: boolean) => void;
  /** Removes every widget, and all listeners and timers. */
  readonly destroy: () => void;
}
