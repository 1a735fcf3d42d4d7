// The buttons of the sign-in providers, below the sign-in form.

import { t } from "@lingui/core/macro";

import { api, ask, type Schemas } from "../../api/client";
import { withRetry } from "../../api/retry";
import { keepNext } from "../provider_answer";
import { button, linkButton, setBusy } from "../parts/controls";
import { element } from "../parts/element";
import styles from "../parts/frame.module.css";
import { problemNote } from "../parts/problem";
import { goOn } from "./provider_step";

type Provider = Schemas["SignInProvider"];

/** Fills `place` with a button for each provider. If the request fails, people still have the form. */
export function loadProviders(place: HTMLElement, next: string | undefined): void {
  withRetry(() => ask(api.GET("/api/v1/auth/providers"))).then(
    ({ items }) => {
      if (items.length === 0) return;
      place.append(
        element("p", { class: styles.or }, () => t`or`),
        ...items.map((provider) =>
          provider.kind === "header" ? gateButton(provider, next) : oidcButton(provider, next),
        ),
      );
    },
    () => undefined,
  );
}

function oidcButton({ name, title }: Provider, next: string | undefined): HTMLElement {
  const made = linkButton(`/api/v1/auth/oidc/${encodeURIComponent(name)}`, () => t`Sign in with ${title}`);
  made.addEventListener("click", () => {
    keepNext(next);
  });
  return made;
}

function gateButton({ title }: Provider, next: string | undefined): HTMLElement {
  let problem: HTMLElement | null = null;
  const enter = async (): Promise<void> => {
    setBusy(made, true);
    problem?.remove();
    try {
      await goOn(() => ask(api.POST("/api/v1/auth/header", { body: {} })), next);
    } catch (failure) {
      problem = problemNote(failure, "provider");
      made.before(problem);
    } finally {
      setBusy(made, false);
    }
  };
  const made = button(() => t`Sign in with ${title}`, { onPress: () => void enter() });
  return made;
}
