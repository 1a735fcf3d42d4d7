// A list that is loaded page by page, each with the previous page's cursor.

import { infiniteQueryOptions, type InfiniteData, type QueryKey, type keepPreviousData } from "@tanstack/react-query";

/** The cursor of a page; without it, the first page. */
interface PageCursor {
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
  /** Requests a page. `from` must be among the query parameters. */
  read: (from: PageCursor, signal: AbortSignal) => Promise<Answer>;
  refetchInterval?: number | ((query: { state: { data: InfiniteData<Answer, string> | undefined } }) => number);
  staleTime?: number;
  /** Old rows stay visible while new ones load. */
  placeholderData?: typeof keepPreviousData;
}

/** A query for a list whose pages are combined by `shown`. */
export function pagedQueryOf<Answer extends Page, Shown>(
  { queryKey, read, ...more }: Paged<Answer>,
  shown: (pages: Answer[]) => Shown,
) {
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

/** A query for a list of which only the rows are needed. */
export function pagedQuery<Item>(paged: Paged<ListPage<Item>>) {
  return pagedQueryOf(paged, itemsOf);
}
