// A value once it has stopped changing, so that not every letter that is typed is asked about.

import { useEffect, useState } from "react";

/** Values are compared as JSON. */
export function useSettled<Value>(value: Value, afterMs: number): Value {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => { setSettled(JSON.parse(written) as Value); }, afterMs);
    return () => { clearTimeout(timer); };
  }, [written, afterMs]);
  return settled;
}
