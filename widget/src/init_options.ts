/** What a page can ask of the widget: the types that the npm package shows. No code. */

/** Where an owner wants one widget, an element or a selector: null leaves it to the site's configuration. */
export type Target = Element | string | null;

/** What a page can ask for. */
export interface InitOptions {
  /** The site's id. */
  readonly site: string;
  /** The service's address, without a slash at the end; without it, where the script came from. */
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
  /** Takes the page as it is now, for pages that changed their content without changing their address. */
  readonly refresh: () => void;
  /** Takes away the widget that `init` put there with the same options; with the last one everything goes. */
  readonly remove: (options: InitOptions) => void;
  /** What the reader said to the page's own banner: false counts nothing from now on, and forgets what is kept in the browser. */
  readonly count: (isAllowed: boolean) => void;
  /** Takes away every widget, and whatever listens or runs for them. */
  readonly destroy: () => void;
}
