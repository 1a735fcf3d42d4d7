/** What a page can ask of the widget: the types that the npm package shows. Types only. */

/** Where an owner wants one widget, an element or a selector: null leaves it to the site's configuration. */
export type Target = Element | string | null;

/** The options of a widget. */
export interface InitOptions {
  /** The site's id. */
  readonly site: string;
  /** The service's address, without a slash at the end; by default where the script is. */
  readonly api?: string | undefined;
  readonly target?: Target | undefined;
  /** For the style element of browsers without constructed sheets, under a strict policy. */
  readonly nonce?: string | null | undefined;
  /** `consent`: nothing is counted and nothing is kept in the browser before the page says `count(true)`. */
  readonly count?: string | undefined;
}

/** `window.askline`, also `window.Askline`. */
export interface AsklineApi {
  /** Puts a widget on the page. Asking twice for the same place does nothing. */
  readonly init: (options: InitOptions) => void;
  /** Reads the page again, for pages that changed their content without changing their address. */
  readonly refresh: () => void;
  /** Removes the widget that `init` put there with the same options; the last one takes everything with it. */
  readonly remove: (options: InitOptions) => void;
  /** The reader's answer to the page's own consent banner: false counts nothing from now on, and removes what is kept in the browser. */
  readonly count: (isAllowed: boolean) => void;
  /** Removes every widget, and everything that listens or runs for them. */
  readonly destroy: () => void;
}
