/**
 * What a document remembers, even after its widgets are removed. Components come and go and scripts are added
 * again, but a reader's view of a page counts once. It is stored under a symbol of the document, which copies of the
 * script and other releases share, so its names must not change.
 */

export interface Memory {
  /** Whether the reader agreed to be counted; undefined until the page calls `count`. */
  count?: boolean;
  /** By service and site. */
  readonly views: Record<string, ViewState | undefined>;
}

/** What was sent about the views of a site. */
export interface ViewState {
  /** The path whose view was counted last. */
  path?: string;
  /** The path for which the event "shown" was dispatched last. */
  shown?: string;
  views: number;
}

export function memory(): Memory {
  return ((document as unknown as Record<symbol, Memory | undefined>)[Symbol.for("askline")] ||= { views: {} });
}
