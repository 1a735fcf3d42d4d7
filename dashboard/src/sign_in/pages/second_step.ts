// The second step of a sign-in. It takes a code of the authenticator app, a passkey, or a recovery code.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { endedSessions } from "../../api/ended_sessions";
import { type Challenge, challengeOf } from "../../api/failure";
import { button, checkbox } from "../parts/controls";
import { codeField, recoveryCodeField } from "../parts/fields";
import { form } from "../parts/form";
import { aside, focusFirst, show, wide } from "../parts/frame";
import { passkeyStepButton } from "./passkey";

/** Runs the first step of a sign-in. If it needs a second one, shows that, and never resolves. */
export async function orSecondStep(first: () => Promise<void>, onSignedIn: () => Promise<void>): Promise<void> {
  try {
    await first();
  } catch (failure) {
    const challenge = challengeOf(failure);
    const id = challenge?.id ?? null;
    if (challenge === null || id === null) throw failure;
    showSecondStep(challenge, id, onSignedIn);
    return;
  }
  await onSignedIn();
}

function showSecondStep(challenge: Challenge, id: string, onSignedIn: () => Promise<void>): void {
  const hasApp = challenge.methods.includes("totp");
  const showWith = (kind: "code" | "recoveryCode"): void => {
    const remember = checkbox(() => t`Don’t ask in this browser for 30 days`);
    const send = async (body: { code: string } | { recoveryCode: string }): Promise<void> => {
      const sent = { challenge: id, remember: challenge.mayRemember && remember.isChecked(), ...body };
      const { endedSessions: ended } = await ask(api.POST("/api/v1/auth/second-factor", { body: sent }));
      endedSessions.store(ended);
      await onSignedIn();
    };
    const shared = { action: () => t`Continue`, more: challenge.mayRemember ? [remember.node] : [] };
    show({
      title: () => t`Two-step sign-in`,
      content: [
        kind === "code"
          ? form({
              ...shared,
              fields: { code: codeField() },
              credential: "code",
              send: ({ code }) => send({ code }),
            })
          : form({
              ...shared,
              fields: { recoveryCode: recoveryCodeField() },
              credential: "recovery code",
              send: ({ recoveryCode }) => send({ recoveryCode }),
            }),
        ...(challenge.methods.includes("passkey") ? [wide(passkeyStepButton(id, onSignedIn))] : []),
        ...(hasApp
          ? [
              wide(
                button(() => (kind === "code" ? t`Use a recovery code` : t`Use the authenticator app`), {
                  look: "quiet",
                  onPress: () => {
                    showWith(kind === "code" ? "recoveryCode" : "code");
                  },
                }),
              ),
            ]
          : []),
        aside(() => t`Lost both? Ask your administrator to reset your second factor.`),
      ],
    });
    focusFirst();
  };
  showWith(hasApp ? "code" : "recoveryCode");
}
