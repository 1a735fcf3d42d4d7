// The button that closes a dialog that only shows something.

import { Trans } from "@lingui/react/macro";

import { Button } from "../elements/Button";
import { Actions } from "./Dialog";

export function CloseAction({ onClose }: { onClose: () => void }) {
  return (
    <Actions>
      <Button onPress={onClose}>
        <Trans>Close</Trans>
      </Button>
    </Actions>
  );
}
