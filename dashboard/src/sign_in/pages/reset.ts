// `/reset#token`: sets a new password with the token of an emailed link. The token is used by the click, never by
// opening the link.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { link, linkButton } from "../parts/controls";
import { newPasswordField, typedToken } from "../parts/fields";
import { form } from "../parts/form";
import { aside, show, status, wide } from "../parts/frame";
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
        send: async ({ token, password }) => {
          await ask(api.POST("/api/v1/auth/reset/finish", { body: { token: tokenOr(token), password } }));
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

function showDone(): void {
  show({
    title: () => t`Your password is changed`,
    lead: status(() => t`You are signed out everywhere. Sign in with your new password.`),
    content: [wide(linkButton("/login", () => t`Sign in`))],
  });
}
