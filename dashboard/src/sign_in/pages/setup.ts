// `/setup#token`: creates the first owner, with a token from the server's log.
// The server prints one at each start until there is an owner.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { openAfterSignIn } from "../after_sign_in";
import { emailField, nameField, newPasswordField, organizationField, typedToken } from "../parts/fields";
import { form } from "../parts/form";
import { show } from "../parts/frame";
import { hasToken, tokenOr } from "../token";

export function showSetup(): void {
  show({
    title: () => t`Set up Askline`,
    lead: () =>
      hasToken()
        ? t`You’ll be the owner of this instance’s first organization.`
        : t`This instance isn’t set up yet. Open the setup link printed in the server log, or enter its token here.`,
    content: [
      form({
        fields: {
          ...typedToken(
            () => t`Setup token`,
            () => t`Printed in the server log when the server last started. It begins with setup_.`,
          ),
          organizationName: organizationField(),
          name: nameField(),
          email: emailField(),
          password: newPasswordField(),
        },
        action: () => t`Set up`,
        credential: "setup token",
        send: async ({ token, name, ...account }) => {
          await ask(
            api.POST("/api/v1/auth/setup", {
              body: { ...account, token: tokenOr(token), name: name === "" ? null : name },
            }),
          );
          await openAfterSignIn();
        },
      }),
    ],
  });
}
