// `/login`: the sign-in form, and how to get a new password or an account.

import { t } from "@lingui/core/macro";

import { link } from "../parts/controls";
import { aside, focusFirst, show } from "../parts/frame";
import { entered } from "../entered";
import { signInForm } from "./sign_in_form";
import { askWaysIn, type WaysIn } from "../ways_in";

export function showLogin(): void {
  const next = new URLSearchParams(location.search).get("next") ?? undefined;
  // Until it is known whether sign-up is open, it is not offered.
  const help = helpWith(undefined);
  const form = signInForm(() => entered(next));
  show({ title: () => t`Sign in to Askline`, content: [form, ...help] });
  focusFirst();
  askWaysIn((doors) => {
    // Nobody can sign in to an instance that has no owner yet.
    if (doors.needsSetup) location.replace("/setup");
    else for (const [place, line] of helpWith(doors).entries()) help[place]?.replaceWith(line);
  });
}

function helpWith(doors: WaysIn | undefined): HTMLElement[] {
  return [passwordHelp(doors), accountHelp(doors)];
}

function passwordHelp(doors: WaysIn | undefined): HTMLElement {
  if (doors?.passwordReset === true) return aside(() => `<0>${t`Forgot your password?`}</0>`, (words) => link("/forgot", words));
  return aside(() => (doors === undefined || doors.contact === null
    ? t`Forgot your password? Ask your administrator for a one-time sign-in link.`
    : t`Forgot your password? Ask ${doors.contact} for a one-time sign-in link.`));
}

function accountHelp(doors: WaysIn | undefined): HTMLElement {
  if (doors?.signup !== true) return aside(() => t`New here? An admin of your organization can invite you.`);
  return aside(() => t`New here? <0>Create an account</0>, or ask an admin of your organization to invite you.`, (words) => link("/signup", words));
}
