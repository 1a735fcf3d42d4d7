// Asks before an action that cannot be undone. The text says what it does, and its button names it.

import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { Button } from "../elements/Button";
import { Actions, Dialog } from "./Dialog";
import { FormProblem } from "../page/Problem";
import { useSubmission } from "../hooks/submit";

interface ConfirmDialogProps {
  title: string;
  /** What the action does, in one or two sentences. */
  children: ReactNode;
  /** The text of the button. */
  act: string;
  look?: "danger" | "primary";
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function ConfirmDialog({ title, children, act, look = "danger", onConfirm, onClose }: ConfirmDialogProps) {
  const { isPending, failure, send } = useSubmission();
  const confirm = async (): Promise<void> => {
    if (await send(onConfirm)) onClose();
  };
  return (
    <Dialog role="alertdialog" title={title} isOpen onClose={onClose}>
      <FormProblem failure={failure} />
      <p>{children}</p>
      <Actions>
        <Button onPress={onClose} autoFocus>
          <Trans>Cancel</Trans>
        </Button>
        <Button look={look} isPending={isPending} onPress={() => void confirm()}>
          {act}
        </Button>
      </Actions>
    </Dialog>
  );
}
