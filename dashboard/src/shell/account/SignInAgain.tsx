// Signs in again on the same page after the session ended. What the person typed is kept.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { endedSessions } from "../../api/ended_sessions";
import { challengeOf } from "../../api/failure";
import { sessionEnd } from "../../api/session_end";
import { CodeForm } from "../../features/shared/second_factor/CodeForm";
import { Dialog } from "../../ui/dialogs/Dialog";
import { PasswordField, TextField } from "../../ui/fields/fields";
import { SubmitForm } from "../../ui/forms/SubmitForm";

/** Only the account whose session ended can continue on this page. */
interface EndedAccount {
  email: string;
  userId: string;
}

export function SignInAgain(who: EndedAccount) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Sign in again`} isOpen isHeld onClose={() => undefined}>
      <p>
        <Trans>Your session has ended. What you typed is still here.</Trans>
      </p>
      <PasswordForm {...who} />
    </Dialog>
  );
}

/** What happens with the session that was started. */
function useStarted(userId: string): (started: Schemas["StartedSession"]) => Promise<void> {
  const queryClient = useQueryClient();
  return async ({ user, endedSessions: ended }) => {
    endedSessions.store(ended);
    if (user.id !== userId) {
      // The page is left, because one person's data must not be shown to another.
      location.assign("/");
      return;
    }
    sessionEnd.forget();
    await queryClient.invalidateQueries();
  };
}

/** The second step, after the password. */
function SecondStepForm({ userId, challenge }: { userId: string; challenge: string }) {
  const onStarted = useStarted(userId);
  return (
    <CodeForm
      work={async (code) => {
        await onStarted(await ask(api.POST("/api/v1/auth/second-factor", { body: { challenge, ...code } })));
      }}
    />
  );
}

function PasswordForm({ email, userId }: EndedAccount) {
  const { t } = useLingui();
  const onStarted = useStarted(userId);
  const [password, setPassword] = useState("");
  const [challenge, setChallenge] = useState<string | null>(null);
  const signIn = async (): Promise<void> => {
    let started: Schemas["StartedSession"];
    try {
      started = await ask(api.POST("/api/v1/auth/login", { body: { email, password } }));
    } catch (failure) {
      const asked = challengeOf(failure)?.id ?? null;
      if (asked === null) throw failure;
      setPassword("");
      setChallenge(asked);
      return;
    }
    setPassword("");
    await onStarted(started);
  };
  if (challenge !== null) return <SecondStepForm userId={userId} challenge={challenge} />;
  return (
    <SubmitForm fields={["email", "password"]} credential="current password" act={<Trans>Sign in</Trans>} work={signIn}>
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        value={email}
        isReadOnly
      />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={setPassword}
        autoFocus
      />
    </SubmitForm>
  );
}
