// `/forgot`: emails a link to set a new password. The page shows the same message for every address.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { link } from "../parts/controls";
import { emailField } from "../parts/fields";
import { form } from "../parts/form";
import { aside, focusFirst, show, status } from "../parts/frame";
import { loadSignInOptions, type SignInOptions } from "../sign_in_options";

export function showForgot(): void {
  show({
    title: () => t`Forgot your password?`,
    lead: () => t`Enter your email address to get a link for a new password.`,
    content: [
      form({
        fields: { email: emailField() },
        action: () => t`Send link`,
        send: async ({ email }) => {
          await ask(api.POST("/api/v1/auth/reset", { body: { email } }));
          showSent(email);
        },
      }),
      back(),
    ],
  });
  focusFirst();
  loadSignInOptions((options) => {
    if (!options.passwordReset) showNoMail(options);
  });
}

function showSent(email: string): void {
  show({
    title: () => t`Check your inbox`,
    lead: status(
      () =>
        t`If ${email} is the confirmed address of an account, a link to set a new password is on its way. It works for one hour.`,
    ),
    content: [
      aside(
        () =>
          t`No email? Check your spam folder. Links are sent only to confirmed addresses; if yours was never confirmed, ask your administrator.`,
      ),
      back(),
    ],
  });
}

function showNoMail(options: SignInOptions): void {
  show({
    title: () => t`Forgot your password?`,
    lead: () =>
      options.contact === null
        ? t`Ask your administrator for a one-time sign-in link.`
        : t`Ask ${options.contact} for a one-time sign-in link.`,
    content: [back()],
  });
}

function back(): HTMLElement {
  return aside(
    () => `<0>${t`Back to sign-in`}</0>`,
    (words) => link("/login", words),
  );
}
