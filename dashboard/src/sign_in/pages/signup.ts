// `/signup`: creates an account and its organization, if the operator allows it. Otherwise the API refuses it.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { link, linkButton } from "../parts/controls";
import { openAfterSignIn } from "../after_sign_in";
import { emailField, nameField, newPasswordField, organizationField } from "../parts/fields";
import { form } from "../parts/form";
import { aside, show, wide } from "../parts/frame";
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
          await ask(api.POST("/api/v1/auth/signup", { body: { ...account, name: name === "" ? null : name } }));
          await openAfterSignIn();
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

function showClosed(): void {
  show({
    title: () => t`Accounts are created by invitation only`,
    lead: () => t`An admin of your organization can invite you. Your administrator can create an organization for you.`,
    content: [wide(linkButton("/login", () => t`Sign in`))],
  });
}
