/**
 * What a document remembers for as long as it lives, whatever happens to its widgets: components come and go, scripts are put in
 * again, and a reader views a page once. Under a symbol of the document, which copies of the script and other releases share: its
 * names stay as they are.
 */

export interface Memory {
  /** What the reader said about being counted; nothing until the page asks. */
  count?: boolean;
  /** By service and site. */
  readonly views: Record<string, Viewed | undefined>;
}

/** What was sent about the views of a site. */
export interface Viewed {
  /** The path whose view was counted last. */
  path?: string;
  /** The path for which the page was told that the widget shows. */
  shown?: string;
  views: number;
}

export function memoryOf(document: Document): Memory {
  const there = document as unknown as Record<symbol, Memory | undefined>;
  return there[Symbol.for("askline")] ||= { views: {} };
}
