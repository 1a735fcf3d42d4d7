// A value after it has stopped changing. Not every typed letter sends a request.

import { useEffect, useState } from "react";

/** Values are compared as JSON. */
export function useDebouncedValue<Value>(value: Value, afterMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setDebounced(JSON.parse(written) as Value);
    }, afterMs);
    return () => {
      clearTimeout(timer);
    };
  }, [written, afterMs]);
  return debounced;
}
