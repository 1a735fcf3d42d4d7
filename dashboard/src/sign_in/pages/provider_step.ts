// How a sign-in through a provider goes on: dashboard, second factor, or password.

import { t } from "@lingui/core/macro";

import { api, ask, type Schemas } from "../../api/client";
import { endedSessions } from "../../api/ended_sessions";
import { reportProof } from "../../api/reauthentication";
import { openAfterSignIn } from "../after_sign_in";
import { passwordField } from "../parts/fields";
import { form } from "../parts/form";
import { focusFirst, show, status } from "../parts/frame";
import { element } from "../parts/element";
import { orSecondStep } from "./second_step";

type Step = Schemas["ProviderSignIn"];

/** Opens the page of the account, where an identity was linked from. */
const ACCOUNT_PAGE = "/account";

/** Sends a step of a sign-in, and goes on with what it needs: the second factor, the password of the account, or nothing. */
export async function goOn(send: () => Promise<Step>, next: string | undefined): Promise<void> {
  let left: Schemas["SignInStep"] | undefined;
  await orSecondStep(
    async () => {
      const step = await send();
      if ("token" in step) endedSessions.store(step.endedSessions);
      else left = step;
    },
    async () => {
      if (left === undefined) await openAfterSignIn(next);
      else if (left.status === "proven") showProven();
      else if (left.link === null) location.replace(ACCOUNT_PAGE);
      else showLink(left.link, next);
    },
  );
}

/** The page that asked is open in another tab, and goes on. */
function showProven(): void {
  reportProof();
  show({
    title: () => t`Confirmed`,
    lead: status(() => t`Close this tab and go on in the other one.`),
    content: [],
  });
}

function showLink({ state, email }: Schemas["IdentityLink"], next: string | undefined): void {
  // The account, for password managers.
  const account = element("input", { type: "email", autocomplete: "username", value: email, hidden: true });
  const asked = form({
    fields: { password: passwordField() },
    action: () => t`Link and sign in`,
    credential: "email and password",
    send: async ({ password }) => {
      await orSecondStep(
        async () => {
          const { endedSessions: ended } = await ask(
            api.POST("/api/v1/auth/identities/link", { body: { state, password } }),
          );
          endedSessions.store(ended);
        },
        () => openAfterSignIn(next),
      );
    },
  });
  asked.prepend(account);
  show({
    title: () => t`Link your account`,
    lead: () =>
      t`${email} already has an Askline account. Enter its password once, and from then on you can sign in without it.`,
    content: [asked],
  });
  focusFirst();
}
