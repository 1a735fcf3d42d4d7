// Whether the session ended under someone's hands. The dialog is fetched before, since it is needed where much else fails.

import { useSyncExternalStore } from "react";

import { sessionEnd } from "../../api/session_end";
import { part } from "../../ui/loading/part";
import { preload } from "../../ui/loading/preload";

const load = preload(() => import("./SignInAgain"));
const SignInAgain = part(() => load().then(({ SignInAgain: component }) => component));

export function SignInWhenEnded(who: { email: string; userId: string }) {
  const isEnded = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.isTold);
  return isEnded ? <SignInAgain {...who} /> : null;
}
