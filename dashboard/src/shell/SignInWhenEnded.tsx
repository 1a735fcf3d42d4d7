// Whether the session ended under somebody's hands. The dialog is fetched before, since it is needed where much else fails.

import { Suspense, lazy, useSyncExternalStore } from "react";

import { sessionEnd } from "../api/session_end";
import { soon } from "../ui/soon";

const load = soon(() => import("./SignInAgain"));
const SignInAgain = lazy(() => load().then(({ SignInAgain: component }) => ({ default: component })));

export function SignInWhenEnded(who: { email: string; userId: string }) {
  const isEnded = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.isTold);
  return isEnded ? <Suspense fallback={null}><SignInAgain {...who} /></Suspense> : null;
}
