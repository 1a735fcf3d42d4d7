// `/join#token`: accepts an invitation with a click, never by only opening the link. The signed-in account joins, or a
// new one is created. The page shows above the button who sent the invitation, the organization and the role.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { ROLE_MEANINGS, ROLE_NAMES } from "../../words/role_names";
import { button, link, linkButton } from "../parts/controls";
import { element, type Child, type Words } from "../parts/element";
import { openAfterSignIn } from "../after_sign_in";
import { nameField, newPasswordField, typedToken } from "../parts/fields";
import { form } from "../parts/form";
import styles from "../parts/frame.module.css";
import { aside, focusFirst, loading, show, wide } from "../parts/frame";
import { loadInvitation, type Invitation } from "./invitation";
import { signInForm } from "./sign_in_form";
import { tokenOr } from "../token";
import { i18n } from "../../words/i18n";

/** Null if the invitation is not known. */
type KnownInvitation = Invitation | null;

export async function showJoin(): Promise<void> {
  show({ title: () => t`Accept invitation`, content: [loading()] });
  const asked = tokenOr();
  const [email, seen] = await Promise.all([signedInEmail(), loadInvitation()]);
  // Another invitation was opened in the meantime.
  if (asked !== tokenOr()) return;
  if (seen === "ended") showEnded();
  else if (email === null) showNewcomer(seen);
  else showSignedIn(email, seen);
}

/** The address of the signed-in account; null if nobody is signed in. */
async function signedInEmail(): Promise<string | null> {
  return ask(api.GET("/api/v1/me")).then(
    ({ user }) => user.email,
    () => null,
  );
}

function showEnded(): void {
  show({
    title: () => t`This invitation is no longer valid`,
    lead: () =>
      t`It was already used or withdrawn, or is over a week old. Ask the person who invited you for a new one.`,
    content: [wide(linkButton("/", () => t`Go to dashboard`))],
  });
}

function showSignedIn(email: string, seen: KnownInvitation): void {
  show({
    title: titleOf(seen),
    lead: leadWith(seen, () => t`You join as ${email}.`),
    content: [
      form({
        fields: typedToken(() => t`One-time token`),
        action: () => t`Join`,
        credential: "link",
        send: ({ token }) => accept({ token: tokenOr(token) }),
      }),
      aside(
        () => `${t`Not you? <0>Sign out</0> and open the link again.`} <1>${t`Go to dashboard`}</1>`,
        (words) => button(() => words, { look: "quiet", onPress: () => void signOut() }),
        (words) => link("/", words),
      ),
    ],
  });
}

function showNewcomer(seen: KnownInvitation): void {
  show({
    title: titleOf(seen),
    lead: leadWith(seen, () => t`Choose a password to join.`),
    content: [
      form({
        fields: {
          ...typedToken(
            () => t`One-time token`,
            () => t`It is at the end of the link that you received.`,
          ),
          name: nameField(),
          password: newPasswordField(),
        },
        action: () => t`Join`,
        credential: "link",
        send: ({ token, name, password }) =>
          accept({ token: tokenOr(token), password, ...(name === "" ? {} : { name }) }),
      }),
      aside(
        () => `${t`Already have an account?`} <0>${t`Sign in`}</0>`,
        (words) =>
          button(() => words, {
            look: "quiet",
            onPress: () => {
              showSignIn(seen);
            },
          }),
      ),
    ],
  });
}

function showSignIn(seen: KnownInvitation): void {
  show({
    title: () => t`Sign in to accept`,
    lead: leadWith(seen),
    content: [
      signInForm(showJoin),
      aside(
        () => `<0>${t`Create a new account instead`}</0>`,
        (words) =>
          button(() => words, {
            look: "quiet",
            onPress: () => {
              showNewcomer(seen);
            },
          }),
      ),
    ],
  });
  focusFirst();
}

async function accept(body: { token: string; password?: string; name?: string }): Promise<void> {
  await ask(api.POST("/api/v1/auth/invitations/accept", { body }));
  await openAfterSignIn();
}

async function signOut(): Promise<void> {
  // Opens the sign-in page even if the session has already ended.
  await ask(api.POST("/api/v1/auth/logout")).catch(() => undefined);
  location.assign("/login");
}

function titleOf(seen: KnownInvitation): Words {
  return () => (seen === null ? t`Accept invitation` : t`Join ${seen.organization}`);
}

/** Organization, inviter and role, if they are known, followed by the instructions. */
function leadWith(seen: KnownInvitation, ...words: readonly Words[]): Child[] {
  return [...(seen === null ? [] : [facts(seen)]), ...words];
}

function facts({ organization, role, inviter }: Invitation): HTMLElement {
  const who =
    inviter === null
      ? [() => t`your administrator`]
      : inviter.name === ""
        ? [inviter.email]
        : [inviter.name, element("small", {}, inviter.email)];
  return element(
    "dl",
    { class: styles.facts },
    fact(() => t`Organization`, organization),
    fact(() => t`Invited by`, ...who),
    fact(
      () => t`Role`,
      () => i18n._(ROLE_NAMES[role]),
      element("small", {}, () => i18n._(ROLE_MEANINGS[role])),
    ),
  );
}

function fact(name: Words, ...content: readonly Child[]): HTMLElement {
  return element("div", {}, element("dt", {}, name), element("dd", {}, ...content));
}
