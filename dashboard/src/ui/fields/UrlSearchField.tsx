// A search whose text is in the address. The address changes when the person stops typing.

import { useEffect, useState } from "react";

import { SearchField } from "./fields";

const AFTER_MS = 250;
const MAX_CHARACTERS = 200;

export function UrlSearchField({
  label,
  query,
  onSearch,
}: {
  label: string;
  query: string;
  onSearch: (query: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(query);
  const [shown, setShown] = useState(query);
  if (query !== shown) {
    setShown(query);
    setTyped(query);
  }
  useEffect(() => {
    if (typed === query) return undefined;
    const timer = setTimeout(() => {
      onSearch(typed === "" ? undefined : typed);
    }, AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, query, onSearch]);
  return <SearchField label={label} value={typed} onChange={setTyped} maxLength={MAX_CHARACTERS} />;
}
