// The session ended under someone's hands: they sign in where they are, and what they typed stays.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { sessionEnd } from "../../api/session_end";
import { SignInForm } from "../../features/doors/SignInForm";
import { Dialog } from "../../ui/dialogs/Dialog";

export function SignInAgain({ email, userId }: { email: string; userId: string }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return (
    <Dialog title={t`Sign in again`} isOpen isHeld onClose={() => undefined}>
      <p><Trans>Your session has ended. What you typed is still here.</Trans></p>
      <SignInForm
        email={email}
        onIn={async ({ user }) => {
          if (user.id !== userId) {
            // Nothing of one person is shown to another.
            location.assign("/");
            return;
          }
          sessionEnd.forget();
          await queryClient.invalidateQueries();
        }}
      />
    </Dialog>
  );
}
