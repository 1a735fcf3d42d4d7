// A conflict with someone else's saved changes: shows the differences, and the person chooses.

import { Trans, useLingui } from "@lingui/react/macro";

import { Button } from "../elements/Button";
import { Actions, Dialog } from "../dialogs/Dialog";
import styles from "./StaleChoice.module.css";
import { Table } from "../tables/Table";

export interface Difference {
  /** The label of the field. */
  field: string;
  mine: string;
  theirs: string;
}

interface StaleChoiceProps {
  /** The name of the thing that both changed, such as a prompt's name. */
  what: string;
  differences: readonly Difference[];
  isPending: boolean;
  /** Overwrites the saved version with the form's values. */
  onMine: () => void;
  /** Replaces the form's values with the saved version. */
  onTheirs: () => void;
  /** Returns to the form without a change. */
  onClose: () => void;
}

export function StaleChoice({ what, differences, isPending, onMine, onTheirs, onClose }: StaleChoiceProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`“${what}” was changed by someone else`} role="alertdialog" isOpen onClose={onClose}>
      <p>
        {differences.length === 0 ? (
          <Trans>Someone else saved the same values, or changed something that this form doesn’t show.</Trans>
        ) : (
          <Trans>Someone else saved changes while you were editing. Nothing is lost until you choose.</Trans>
        )}
      </p>
      {differences.length === 0 ? null : (
        <Table
          look={styles.table}
          rows={differences}
          idOf={({ field }) => field}
          columns={[
            { head: t`Field`, cell: ({ field }) => field },
            { head: t`Your version`, cell: ({ mine }) => mine },
            { head: t`Saved version`, cell: ({ theirs }) => theirs },
          ]}
        />
      )}
      <Actions>
        <Button onPress={onClose}>
          <Trans>Back to the form</Trans>
        </Button>
        <Button onPress={onTheirs}>
          <Trans>Keep theirs</Trans>
        </Button>
        <Button look="primary" isPending={isPending} onPress={onMine}>
          <Trans>Overwrite with mine</Trans>
        </Button>
      </Actions>
    </Dialog>
  );
}
