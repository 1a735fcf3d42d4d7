// `/reset#token`: sets a new password with the token of an emailed link. The token is used by the click, never by
// opening the link.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { type passkeyOfSecondStep } from "../../api/passkeys";
import { type Challenge, challengeOf } from "../../api/failure";
import { button, link, linkButton } from "../parts/controls";
import { codeField, newPasswordField, recoveryCodeField, typedToken } from "../parts/fields";
import { form } from "../parts/form";
import { aside, focusFirst, show, status, wide } from "../parts/frame";
import { passkeyProofButton } from "./passkey";
import { forgetToken, tokenOr } from "../token";

export function showReset(): void {
  show({
    title: () => t`Set a new password`,
    lead: () => t`This signs you out everywhere.`,
    content: [
      form({
        fields: {
          ...typedToken(
            () => t`Token`,
            () => t`At the end of the link in the email. It begins with reset_.`,
          ),
          password: newPasswordField(),
        },
        action: () => t`Set password`,
        credential: "link",
        send: async ({ token: typed, password }) => {
          const token = tokenOr(typed);
          try {
            await ask(api.POST("/api/v1/auth/reset/finish", { body: { token, password } }));
          } catch (failure) {
            const challenge = challengeOf(failure);
            if (challenge === null) throw failure;
            const hasApp = challenge.methods.includes("totp");
            showSecondFactor({ token, password }, challenge, hasApp ? "code" : "recoveryCode");
            return;
          }
          forgetToken();
          showDone();
        },
      }),
      aside(
        () => `<0>${t`Get a new link`}</0>`,
        (words) => link("/forgot", words),
      ),
    ],
  });
}

/** Asks for the second factor as well. The password was typed before. */
function showSecondFactor(
  reset: { token: string; password: string },
  challenge: Challenge,
  kind: "code" | "recoveryCode",
): void {
  const send = async (
    proof: { code: string } | { recoveryCode: string } | { passkey: Awaited<ReturnType<typeof passkeyOfSecondStep>> },
  ): Promise<void> => {
    await ask(api.POST("/api/v1/auth/reset/finish", { body: { ...reset, ...proof } }));
    forgetToken();
    showDone();
  };
  const action = () => t`Set password`;
  const otherFactor = (other: "code" | "recoveryCode"): HTMLElement =>
    button(() => (kind === "code" ? t`Use a recovery code` : t`Use the authenticator app`), {
      look: "quiet",
      onPress: () => {
        showSecondFactor(reset, challenge, other);
      },
    });
  show({
    title: () => t`Set a new password`,
    lead: () => t`Your account has a second factor, which is needed too.`,
    content: [
      kind === "code"
        ? form({ fields: { code: codeField() }, action, credential: "code", send: ({ code }) => send({ code }) })
        : form({
            fields: { recoveryCode: recoveryCodeField() },
            action,
            credential: "recovery code",
            send: ({ recoveryCode }) => send({ recoveryCode }),
          }),
      ...(challenge.methods.includes("passkey")
        ? [wide(passkeyProofButton(reset.token, (passkey) => send({ passkey })))]
        : []),
      ...(challenge.methods.includes("totp") ? [wide(otherFactor(kind === "code" ? "recoveryCode" : "code"))] : []),
    ],
  });
  focusFirst();
}
function showDone(): void {
  show({
    title: () => t`Your password is changed`,
    lead: status(() => t`You are signed out everywhere. Sign in with your new password.`),
    content: [wide(linkButton("/login", () => t`Sign in`))],
  });
}
