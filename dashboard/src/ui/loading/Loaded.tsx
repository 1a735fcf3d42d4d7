// The states of a query: loading, failed with a retry, empty, and its content.

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { Card, Skeleton } from "../page/page";
import { LoadProblem } from "../page/Problem";

export function Loading() {
  const { t } = useLingui();
  return <Skeleton label={t`Loading`} />;
}

/** What `useQuery` and `useInfiniteQuery` return, or data made of several of them. */
export interface Query<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** Shown instead of data that is not there: it loads, or could not be loaded. `isPage` is true if the page shows nothing else. */
export function NotLoaded({ error, refetch, isPage }: Omit<Query<unknown>, "data"> & { isPage?: boolean }) {
  if (error === null || error === undefined) return <Loading />;
  return <LoadProblem isPage={isPage} failure={error} onRetry={() => void refetch()} />;
}

interface LoadedProps<Data> {
  query: Query<Data>;
  /** The label of the card around the state, if the content has cards of its own. */
  card?: string;
  /** Shown instead of the content of an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query: { data, error, refetch }, card, empty, children }: LoadedProps<Data>) {
  if (data !== undefined) return empty !== undefined && isEmpty(data) ? empty : children(data);
  const state = <NotLoaded error={error} refetch={refetch} />;
  return card === undefined ? state : <Card label={card}>{state}</Card>;
}

/** Whether an answer has no rows: a list, or an object with a list of `items`. */
function isEmpty(data: unknown): boolean {
  const rows = typeof data === "object" && data !== null && "items" in data ? data.items : data;
  return Array.isArray(rows) && rows.length === 0;
}
