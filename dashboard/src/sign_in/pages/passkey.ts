// Signing in with a passkey. A button, and the browser's own offer in the field of the email address.

import { t } from "@lingui/core/macro";

import { api, ask } from "../../api/client";
import { endedSessions } from "../../api/ended_sessions";
import {
  askForPasskey,
  canUsePasskeys,
  offersPasskeysInField,
  passkeyOfSecondStep,
  wasCancelled,
} from "../../api/passkeys";
import { button, setBusy } from "../parts/controls";
import { element, type Words } from "../parts/element";
import { problemNote } from "../parts/problem";

/** An offer in the field is renewed before its challenge expires. */
const RENEWED_AFTER_MS = 4 * 60_000;

/** The button that signs in with a passkey alone; nothing where the browser has no passkeys. */
export function passkeyButton(onSignedIn: () => Promise<void>): HTMLElement {
  const signIn = async (where: { inField?: boolean }): Promise<void> => {
    const { ceremony, options } = await ask(api.POST("/api/v1/auth/passkeys/login/options", { body: {} }));
    const credential = await askForPasskey(options, where);
    const body = { ceremony, credential };
    const { endedSessions: ended } = await ask(api.POST("/api/v1/auth/passkeys/login", { body }));
    endedSessions.store(ended);
    await onSignedIn();
  };

  const offerInField = async (): Promise<void> => {
    if (!(await offersPasskeysInField())) return;
    const timer = setTimeout(() => void offerInField(), RENEWED_AFTER_MS);
    try {
      await signIn({ inField: true });
    } catch (failure) {
      action.fail(failure);
    } finally {
      clearTimeout(timer);
    }
  };

  const action = passkeyAction(
    () => t`Sign in with a passkey`,
    async () => {
      try {
        await signIn({});
      } catch (failure) {
        void offerInField();
        throw failure;
      }
    },
  );
  void offerInField();
  return action.node;
}

/** The button that answers the challenge of a sign-in with a passkey, as its second step. */
export function passkeyStepButton(challenge: string, onSignedIn: () => Promise<void>): HTMLElement {
  return passkeyProofButton(challenge, async (passkey) => {
    const body = { challenge, passkey };
    const { endedSessions: ended } = await ask(api.POST("/api/v1/auth/second-factor", { body }));
    endedSessions.store(ended);
    await onSignedIn();
  });
}

/** The button that gives a passkey as the second factor of a challenge or of an emailed link. */
export function passkeyProofButton(
  step: string,
  send: (passkey: Awaited<ReturnType<typeof passkeyOfSecondStep>>) => Promise<void>,
): HTMLElement {
  return passkeyAction(
    () => t`Use a passkey`,
    async () => {
      await send(await passkeyOfSecondStep(step));
    },
  ).node;
}

/** A button for something with a passkey, and the error above it. What the person cancelled is not an error. */
function passkeyAction(
  words: Words,
  act: () => Promise<void>,
): { node: HTMLElement; fail: (failure: unknown) => void } {
  const node = element("div");
  let problem: HTMLElement | undefined;
  let isRunning = false;
  const fail = (failure: unknown): void => {
    problem?.remove();
    if (wasCancelled(failure)) return;
    problem = problemNote(failure, "passkey");
    node.prepend(problem);
  };
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    setBusy(made, true);
    problem?.remove();
    try {
      await act();
    } catch (failure) {
      fail(failure);
    } finally {
      isRunning = false;
      setBusy(made, false);
    }
  };
  const made = button(words, { onPress: () => void run() });
  if (canUsePasskeys()) node.append(made);
  return { node, fail };
}
