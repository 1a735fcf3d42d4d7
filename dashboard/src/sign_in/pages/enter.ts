// `/enter#token`: sign-in with a one-time link that the operator created. A link for a lost password removes the old
// password and asks for a new one; a link for a visit only opens the dashboard.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { endedSessions } from "../../api/ended_sessions";
import { openAfterSignIn } from "../after_sign_in";
import { newPasswordField, typedToken } from "../parts/fields";
import { form } from "../parts/form";
import { show } from "../parts/frame";
import { forgetToken, tokenOr } from "../token";
import { orSecondStep } from "./second_step";

/** The prefix of tokens that only sign in and keep the password, such as those of a demonstration. */
const VISIT = "visit_";

export function showEnter(): void {
  show({
    title: () => t`One-time sign-in`,
    lead: () =>
      isVisit(tokenOr())
        ? t`This link works once.`
        : t`This link works once. It resets your password and signs you out everywhere.`,
    content: [
      form({
        fields: typedToken(
          () => t`One-time token`,
          () => t`At the end of your link.`,
        ),
        action: () => t`Sign in`,
        credential: "link",
        send: async ({ token: typed }) => {
          const token = tokenOr(typed);
          await orSecondStep(
            async () => {
              const { endedSessions: ended } = await ask(api.POST("/api/v1/auth/one-time", { body: { token } }));
              endedSessions.store(ended);
            },
            async () => {
              if (isVisit(token)) await openAfterSignIn();
              forgetToken();
              showNewPassword();
            },
          );
        },
      }),
    ],
  });
}

function isVisit(token: string): boolean {
  return token.trim().startsWith(VISIT);
}

function showNewPassword(): void {
  show({
    title: () => t`Choose a new password`,
    lead: () => t`The old password no longer works, and all other sessions have ended.`,
    content: [
      form({
        fields: { newPassword: newPasswordField() },
        action: () => t`Save and continue`,
        send: async ({ newPassword }) => {
          await ask(api.POST("/api/v1/auth/password", { body: { newPassword } }));
          await openAfterSignIn();
        },
      }),
    ],
  });
}
