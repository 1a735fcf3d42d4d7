// A list that is shown page by page: each page is asked for from where the one before it ended.

import { infiniteQueryOptions, type InfiniteData, type QueryKey, type keepPreviousData } from "@tanstack/react-query";

/** Where a page begins; empty for the first one. */
interface From {
  cursor?: string;
}

interface Page {
  meta: { pagination: { nextCursor?: string | null } };
}

export interface ListPage<Item> extends Page {
  data: { items: Item[] };
}

interface Paged<Answer extends Page> {
  queryKey: QueryKey;
  /** Asks for a page, with `from` among its parameters. */
  read: (from: From, signal: AbortSignal) => Promise<Answer>;
  refetchInterval?: number | ((query: { state: { data: InfiniteData<Answer, string> | undefined } }) => number);
  staleTime?: number;
  /** Old rows stay visible while new ones load. */
  placeholderData?: typeof keepPreviousData;
}

/** The rows of every page that was loaded, and what `shown` makes of the pages besides. */
export function pagedQueryOf<Answer extends Page, Shown>({ queryKey, read, ...more }: Paged<Answer>, shown: (pages: Answer[]) => Shown) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => read(pageParam === "" ? {} : { cursor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: ({ meta }) => meta.pagination.nextCursor ?? null,
    select: ({ pages }) => shown(pages),
    ...more,
  });
}

export const itemsOf = <Item>(pages: readonly ListPage<Item>[]): Item[] => pages.flatMap(({ data }) => data.items);

/** The same of a list that says nothing but its rows. */
export function pagedQuery<Item>(paged: Paged<ListPage<Item>>) {
  return pagedQueryOf(paged, itemsOf);
}
