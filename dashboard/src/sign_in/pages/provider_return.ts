// The sign-in page of a person who comes back from a provider.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { takeNext, type ProviderAnswer } from "../provider_answer";
import noteStyles from "../../ui/page/page.module.css";
import { element, type Words } from "../parts/element";
import { loading, show } from "../parts/frame";
import { problemNote } from "../parts/problem";
import { goOn } from "./provider_step";

const ERRORS: Readonly<Record<string, Words>> = {
  denied: () => t`You did not sign in there. Try again, or sign in here with your password.`,
  expired: () => t`That took too long, or began in another browser. Start again.`,
  unavailable: () => t`The sign-in provider does not answer. Try again later, or sign in with your password.`,
  unknown: () => t`There is no such sign-in provider. Choose another way.`,
};

/** Ends the sign-in, or shows the sign-in page again with what went wrong. */
export async function showReturn(answer: ProviderAnswer, showForm: (problem: HTMLElement) => void): Promise<void> {
  if ("error" in answer) {
    const words =
      ERRORS[answer.error] ?? (() => t`The sign-in provider refused. Try again, or ask your administrator.`);
    showForm(element("div", { class: `${noteStyles.note} ${noteStyles.bad}`, role: "alert" }, words));
    return;
  }
  const { provider, code, state, iss } = answer;
  show({ title: () => t`Signing you in`, content: [loading()] });
  try {
    const path = { provider };
    const body = { code, state, ...(iss === null ? {} : { iss }) };
    const finish = () => ask(api.POST("/api/v1/auth/oidc/{provider}/finish", { params: { path }, body }));
    await goOn(finish, takeNext());
  } catch (failure) {
    showForm(problemNote(failure, "provider"));
  }
}
