// A note above every page while the browser is offline. The data may be out of date.

import { Trans } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";

import { Note } from "../../ui/page/page";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

export function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {isOnline ? null : (
        <Note tone="warn">
          <Trans>You’re offline. Data may be out of date. What you type is kept.</Trans>
        </Note>
      )}
    </div>
  );
}
