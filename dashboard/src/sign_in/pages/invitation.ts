// Loads the invitation that belongs to the token. The token is a secret and is not stored.

import { api, ask, type Schemas } from "../../api/client";
import { ApiFailure } from "../../api/failure";
import { hasToken, tokenOr } from "../token";

export type Invitation = Schemas["InvitationDetail"];

/** `ended` if it is no longer valid. Null without a token or after another failure, which accepting it then shows. */
export async function loadInvitation(): Promise<Invitation | "ended" | null> {
  if (!hasToken()) return null;
  try {
    return await ask(api.POST("/api/v1/auth/invitations/show", { body: { token: tokenOr() } }));
  } catch (failure) {
    return failure instanceof ApiFailure && failure.code === "INVALID_CREDENTIALS" ? "ended" : null;
  }
}
