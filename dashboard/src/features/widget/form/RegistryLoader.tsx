// A part of the form with entries to choose from. The full list of entries is loaded when the pointer or the focus
// enters it, or if the widget has an entry whose name is not known otherwise.

import { useEffect, type ReactNode } from "react";

import { NotLoaded } from "../../../ui/loading/Loaded";
import type { KnownPlatforms } from "../known_platforms";

/** `ids` are the entries that readers see; undefined while this is not known. */
export function RegistryLoader({
  known,
  ids,
  children,
}: {
  known: KnownPlatforms;
  ids: readonly string[] | undefined;
  children: ReactNode;
}) {
  const { failure, load } = known;
  const isMissing = ids?.some((id) => known.of(id) === undefined) === true;
  useEffect(() => {
    if (isMissing) load();
    // `load` is a new function with each render, but always does the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isMissing]);
  return (
    <div onPointerEnter={load} onFocus={load}>
      {children}
      {failure === null ? null : <NotLoaded error={failure} refetch={known.retry} />}
    </div>
  );
}
