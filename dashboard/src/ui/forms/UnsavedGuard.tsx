// Asks once before a changed form is left: within the dashboard, and by the browser when the tab is closed.

import { Trans, useLingui } from "@lingui/react/macro";
import { useBlocker } from "@tanstack/react-router";

import { Button } from "../elements/Button";
import { Actions, Dialog } from "../dialogs/Dialog";

/** `isLeavingAllowed` is asked as one leaves: what was saved a moment ago is not drawn yet. */
export function UnsavedGuard({ isDirty, isLeavingAllowed }: { isDirty: boolean; isLeavingAllowed?: () => boolean }) {
  const { t } = useLingui();
  const mayGo = (): boolean => !isDirty || isLeavingAllowed?.() === true;
  const blocker = useBlocker({
    // What stays on the page, such as a sheet that opens, loses nothing.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !mayGo(),
    enableBeforeUnload: () => !mayGo(),
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog title={t`Discard unsaved changes?`} role="alertdialog" isOpen onClose={blocker.reset}>
      <p><Trans>Your changes are not saved yet.</Trans></p>
      <Actions>
        <Button onPress={blocker.proceed}><Trans>Discard</Trans></Button>
        <Button look="primary" autoFocus onPress={blocker.reset}><Trans>Keep editing</Trans></Button>
      </Actions>
    </Dialog>
  );
}
