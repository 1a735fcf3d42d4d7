// Shows the dialog for a fresh proof while a request waits for one.

import { useSyncExternalStore } from "react";

import { reauthentication } from "../../api/reauthentication";
import { part } from "../../ui/loading/part";

const AskAgain = part(() => import("./AskAgain").then(({ AskAgain: component }) => component));

export function AskAgainWhenNeeded({ email }: { email: string }) {
  const isAsked = useSyncExternalStore(reauthentication.subscribe, reauthentication.isAsked);
  return isAsked ? <AskAgain email={email} /> : null;
}
