// `/signup`: creates an account and its organization, if the operator allows it. Otherwise the API refuses it. If the
// instance sends email, the account is created with the link in an email, and the page is the same for every address.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { link, linkButton } from "../parts/controls";
import { openAfterSignIn } from "../after_sign_in";
import { emailField, nameField, newPasswordField, organizationField } from "../parts/fields";
import { form } from "../parts/form";
import { aside, show, status, wide } from "../parts/frame";
import { loadSignInOptions } from "../sign_in_options";

export function showSignup(): void {
  show({
    title: () => t`Create an account`,
    lead: () => t`You also get an organization of your own.`,
    content: [
      form({
        fields: {
          organizationName: organizationField(),
          name: nameField(),
          email: emailField(),
          password: newPasswordField(),
        },
        action: () => t`Create account`,
        send: async ({ name, ...account }) => {
          const body = { ...account, name: name === "" ? null : name };
          const result = await ask(api.POST("/api/v1/auth/signup", { body }));
          if ("token" in result) await openAfterSignIn();
          showSent(account.email);
        },
      }),
      aside(
        () => t`Already have an account? <0>Sign in</0>.`,
        (words) => link("/login", words),
      ),
    ],
  });
  loadSignInOptions(({ signup }) => {
    if (!signup) showClosed();
  });
}

function showSent(email: string): void {
  show({
    title: () => t`Check your inbox`,
    lead: status(
      () => t`We sent an email to ${email}. Its link confirms the address and signs you in. It works for 24 hours.`,
    ),
    content: [
      aside(
        () =>
          t`No email? Check your spam folder, or sign up again later. An address gets at most three emails within an hour.`,
      ),
      aside(
        () => `<0>${t`Back to sign-in`}</0>`,
        (words) => link("/login", words),
      ),
    ],
  });
}

function showClosed(): void {
  show({
    title: () => t`Accounts are created by invitation only`,
    lead: () => t`An admin of your organization can invite you. Your administrator can create an organization for you.`,
    content: [wide(linkButton("/login", () => t`Sign in`))],
  });
}
