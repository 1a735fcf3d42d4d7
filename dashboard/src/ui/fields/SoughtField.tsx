// A search that stands in the address: sent after the last letter, and undone by Back, also in the field.

import { useEffect, useState } from "react";

import { SearchField } from "./fields";

const AFTER_MS = 250;
const CHARACTERS_MOST = 200;

export function SoughtField({ label, sought, onSeek }: { label: string; sought: string; onSeek: (sought: string | undefined) => void }) {
  const [typed, setTyped] = useState(sought);
  const [shown, setShown] = useState(sought);
  if (sought !== shown) {
    setShown(sought);
    setTyped(sought);
  }
  useEffect(() => {
    if (typed === sought) return undefined;
    const timer = setTimeout(() => { onSeek(typed === "" ? undefined : typed); }, AFTER_MS);
    return () => { clearTimeout(timer); };
  }, [typed, sought, onSeek]);
  return <SearchField label={label} value={typed} onChange={setTyped} maxLength={CHARACTERS_MOST} />;
}
