// Asks before a form with unsaved changes is left. Within the dashboard a dialog asks; when the tab is closed, the
// browser asks.

import { Trans, useLingui } from "@lingui/react/macro";
import { useBlocker } from "@tanstack/react-router";

import { Button } from "../elements/Button";
import { Actions, Dialog } from "../dialogs/Dialog";

/**
 * `isLeavingAllowed` is called at the time of leaving, because a form that was just saved may not be rendered again
 * yet.
 */
export function UnsavedGuard({ isDirty, isLeavingAllowed }: { isDirty: boolean; isLeavingAllowed?: () => boolean }) {
  const { t } = useLingui();
  const mayGo = (): boolean => !isDirty || isLeavingAllowed?.() === true;
  const blocker = useBlocker({
    // Changes of the search parameters only, such as opening a sheet, do not leave the form.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !mayGo(),
    enableBeforeUnload: () => !mayGo(),
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog title={t`Discard unsaved changes?`} role="alertdialog" isOpen onClose={blocker.reset}>
      <p>
        <Trans>Your changes are not saved yet.</Trans>
      </p>
      <Actions>
        <Button onPress={blocker.proceed}>
          <Trans>Discard</Trans>
        </Button>
        <Button look="primary" autoFocus onPress={blocker.reset}>
          <Trans>Keep editing</Trans>
        </Button>
      </Actions>
    </Dialog>
  );
}
