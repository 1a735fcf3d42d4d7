// Sends a form. Its values and the response are only in the form's state, never in a cache, because some are secrets.

import { useCallback, useRef, useState } from "react";

import { ApiFailure } from "../../api/failure";

export interface Submission {
  isPending: boolean;
  failure: unknown;
  /** Error messages by field. */
  fieldErrors: Record<string, string[]>;
  /** Runs `work`; a second click while it runs does nothing. Returns whether it succeeded. */
  send: (work: () => Promise<void>) => Promise<boolean>;
  forget: () => void;
}

export function useSubmission(): Submission {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isRunning = useRef(false);
  const send = async (work: () => Promise<void>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setPending(true);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (caught) {
      setFailure(caught);
      return false;
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  };
  const forget = useCallback(() => {
    setFailure(null);
  }, []);
  const fieldErrors = failure instanceof ApiFailure ? failure.fields : {};
  return { isPending, failure, fieldErrors, send, forget };
}
