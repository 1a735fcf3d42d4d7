// The sign-in form: email and password.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { endedSessions } from "../../api/ended_sessions";
import { emailField, passwordField } from "../parts/fields";
import { form } from "../parts/form";
import { orSecondStep } from "./second_step";

export function signInForm(onSignedIn: () => Promise<void>): HTMLFormElement {
  return form({
    fields: { email: emailField({ withPasskeys: true }), password: passwordField() },
    action: () => t`Sign in`,
    credential: "email and password",
    send: async ({ email, password }) => {
      await orSecondStep(async () => {
        const { endedSessions: ended } = await ask(api.POST("/api/v1/auth/login", { body: { email, password } }));
        endedSessions.store(ended);
      }, onSignedIn);
    },
  });
}
