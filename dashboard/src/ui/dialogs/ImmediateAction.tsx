// An action without a confirmation. A dialog opens only if the action fails.

import { Trans } from "@lingui/react/macro";
import { useEffect, useRef } from "react";

import { Button } from "../elements/Button";
import { Actions, Dialog } from "./Dialog";
import { FormProblem } from "../page/Problem";
import { useSubmission } from "../hooks/submit";

interface ImmediateActionProps {
  /** The title of the dialog after a failure. */
  title: string;
  work: () => Promise<void>;
  onDone: () => void;
}

export function ImmediateAction({ title, work, onDone }: ImmediateActionProps) {
  const { failure, isPending, send } = useSubmission();
  const isBegun = useRef(false);
  const run = async (): Promise<void> => {
    if (await send(work)) onDone();
  };
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void run();
  });
  return (
    <Dialog role="alertdialog" title={title} isOpen={failure !== null} onClose={onDone}>
      <FormProblem failure={failure} />
      <Actions>
        <Button onPress={onDone}>
          <Trans>Close</Trans>
        </Button>
        <Button look="primary" isPending={isPending} onPress={() => void run()}>
          <Trans>Try again</Trans>
        </Button>
      </Actions>
    </Dialog>
  );
}
