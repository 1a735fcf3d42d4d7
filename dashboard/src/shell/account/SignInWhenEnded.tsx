// Shows the sign-in dialog if the session ended while the person was working. Its code is loaded in advance, because it
// is needed when requests fail.

import { useSyncExternalStore } from "react";

import { sessionEnd } from "../../api/session_end";
import { part } from "../../ui/loading/part";
import { preload } from "../../ui/loading/preload";

const load = preload(() => import("./SignInAgain"));
const SignInAgain = part(() => load().then(({ SignInAgain: component }) => component));

export function SignInWhenEnded(who: { email: string; userId: string }) {
  const isEnded = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.hasEnded);
  return isEnded ? <SignInAgain {...who} /> : null;
}
