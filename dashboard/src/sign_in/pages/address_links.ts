// `/prove#token` confirms an address, `/undo#token` restores the previous one, `/recipient#token` confirms a recipient of
// reports. Each uses the token only after a click, because programs that look for dangerous links open every address of an email.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { openAfterSignIn } from "../after_sign_in";
import { linkButton } from "../parts/controls";
import type { Words } from "../parts/element";
import { typedToken } from "../parts/fields";
import { form } from "../parts/form";
import { show, status, wide } from "../parts/frame";
import { forgetToken, tokenOr } from "../token";

export function showProve(): void {
  showAddressLink({
    title: () => t`Confirm your email address`,
    lead: () => t`Password reset links and security notices are sent to this address.`,
    action: () => t`Confirm`,
    spend: async (token) => {
      const { email, session } = await ask(api.POST("/api/v1/auth/email/verify", { body: { token } }));
      // The link of a sign-up: the account exists now.
      if (session !== null) await openAfterSignIn();
      return [email];
    },
    doneTitle: () => t`Your email address is confirmed`,
    done: (email) => t`${email} is the address of your account.`,
    next: linkButton("/", () => t`Go to dashboard`),
  });
}

export function showUndo(): void {
  showAddressLink({
    title: () => t`Undo the change to your email address?`,
    lead: () =>
      t`Your account gets back the address that received this link. You are signed out everywhere, your password stops working, and you get an email with a link to set a new one.`,
    action: () => t`Undo change`,
    spend: async (token) => [(await ask(api.POST("/api/v1/auth/email/undo", { body: { token } }))).email],
    doneTitle: () => t`The change is undone`,
    done: (email) => t`A link for a new password is on its way to ${email}.`,
    next: linkButton("/login", () => t`Back to sign-in`),
  });
}

/** For an address without an account: nothing here leads to the dashboard. */
export function showRecipient(): void {
  showAddressLink({
    title: () => t`Get reports by email?`,
    lead: () =>
      t`Confirm that this address gets the reports that the email names. Each report has a link to unsubscribe.`,
    action: () => t`Confirm`,
    spend: async (token) => {
      const { email, organization } = await ask(
        api.POST("/api/v1/notifications/recipients/confirm", { body: { token } }),
      );
      return [email, organization];
    },
    doneTitle: () => t`You get reports by email`,
    done: (email, organization = "") => t`${organization} sends its reports to ${email}.`,
  });
}

interface AddressLink {
  title: Words;
  lead: Words;
  action: Words;
  /** Uses the token, and returns the address after that, and who writes to it. */
  spend: (token: string) => Promise<readonly [email: string, organization?: string]>;
  doneTitle: Words;
  done: (email: string, organization?: string) => string;
  next?: Node;
}

function showAddressLink({ title, lead, action, spend, doneTitle, done, next }: AddressLink): void {
  show({
    title,
    lead,
    content: [
      form({
        fields: typedToken(
          () => t`Token`,
          () => t`At the end of the link in the email.`,
        ),
        action,
        credential: "link",
        send: async ({ token }) => {
          const addressed = await spend(tokenOr(token));
          forgetToken();
          const content = next === undefined ? [] : [wide(next)];
          show({ title: doneTitle, lead: status(() => done(...addressed)), content });
        },
      }),
    ],
  });
}
