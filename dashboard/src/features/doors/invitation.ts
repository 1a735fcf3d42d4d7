// What an invitation leads to, asked with its token. The token is a secret: it is in no cache, only in this hook's state.

import { useEffect, useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { ApiFailure } from "../../api/failure";

type Invitation = Schemas["InvitationSeen"];

export type Seen = { state: "asking" } | { state: "open"; invitation: Invitation } | { state: "ended" } | { state: "unknown" };

/** `unknown`: there is no token to ask with, or it could not be asked; taking it up tells. */
export function useInvitation(token: string | null): Seen {
  const [seen, setSeen] = useState<{ of: string | null; answer: Seen }>({ of: null, answer: { state: "unknown" } });
  useEffect(() => {
    if (token === null) return undefined;
    const abort = new AbortController();
    ask(api.POST("/api/v1/auth/invitations/show", { body: { token }, signal: abort.signal })).then(
      (invitation) => { setSeen({ of: token, answer: { state: "open", invitation } }); },
      (failure: unknown) => {
        if (abort.signal.aborted) return;
        const isEnded = failure instanceof ApiFailure && failure.code === "INVALID_CREDENTIALS";
        setSeen({ of: token, answer: isEnded ? { state: "ended" } : { state: "unknown" } });
      },
    );
    return () => { abort.abort(); };
  }, [token]);
  if (token === null) return { state: "unknown" };
  return seen.of === token ? seen.answer : { state: "asking" };
}
