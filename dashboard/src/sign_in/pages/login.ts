// `/login`: the sign-in form, and how to get a new password or an account.

import { t } from "@lingui/core/macro";

import { link } from "../parts/controls";
import { element } from "../parts/element";
import styles from "../parts/frame.module.css";
import { aside, focusFirst, show } from "../parts/frame";
import { openAfterSignIn } from "../after_sign_in";
import { takeProviderAnswer } from "../provider_answer";
import { passkeyButton } from "./passkey";
import { loadProviders } from "./provider_buttons";
import { showReturn } from "./provider_return";
import { signInForm } from "./sign_in_form";
import { loadSignInOptions, type SignInOptions } from "../sign_in_options";

export function showLogin(): void {
  const answer = takeProviderAnswer();
  if (answer === undefined) showForm();
  else void showReturn(answer, showForm);
}

function showForm(problem?: HTMLElement): void {
  const next = new URLSearchParams(location.search).get("next") ?? undefined;
  // Until it is known whether sign-up is open, it is not offered.
  const help = helpWith(undefined);
  const goOn = () => openAfterSignIn(next);
  const form = signInForm(goOn);
  // Until it is known whether the instance has passkeys, none is asked for.
  const passkey = element("div");
  const providers = element("div", { class: styles.form });
  const content = [...(problem === undefined ? [] : [problem]), form, passkey, providers, ...help];
  show({ title: () => t`Sign in to Askline`, content });
  loadProviders(providers, next);
  focusFirst();
  loadSignInOptions((options) => {
    // Nobody can sign in to an instance that has no owner yet.
    if (options.needsSetup) location.replace("/setup");
    else for (const [place, line] of helpWith(options).entries()) help[place]?.replaceWith(line);
    if (options.passkeys) passkey.replaceWith(passkeyButton(goOn));
  });
}

function helpWith(options: SignInOptions | undefined): HTMLElement[] {
  return [passwordHelp(options), accountHelp(options)];
}

function passwordHelp(options: SignInOptions | undefined): HTMLElement {
  if (options?.passwordReset === true)
    return aside(
      () => `<0>${t`Forgot your password?`}</0>`,
      (words) => link("/forgot", words),
    );
  return aside(() =>
    options === undefined || options.contact === null
      ? t`Forgot your password? Ask your administrator for a one-time sign-in link.`
      : t`Forgot your password? Ask ${options.contact} for a one-time sign-in link.`,
  );
}

function accountHelp(options: SignInOptions | undefined): HTMLElement {
  if (options?.signup !== true) return aside(() => t`New here? An admin of your organization can invite you.`);
  return aside(
    () => t`New here? <0>Create an account</0>, or ask an admin of your organization to invite you.`,
    (words) => link("/signup", words),
  );
}
