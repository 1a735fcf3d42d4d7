// Rotates a secret, and shows the new one once. The old one stays valid during the overlap.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";

import { Dialog } from "../../../ui/dialogs/Dialog";
import { SelectField } from "../../../ui/fields/fields";
import { SubmitForm } from "../../../ui/forms/SubmitForm";

const OVERLAPS = ["0", "3600", "86400", "604800"] as const;
type Overlap = (typeof OVERLAPS)[number];

interface RotateDialogProps<Made> {
  title: string;
  /** The title once the new secret is shown. */
  titleOfNew: string;
  /** An explanation of what the rotation does. */
  children: ReactNode;
  /** Returns the new secret, which is only in this dialog's state. */
  rotate: (overlapSeconds: number) => Promise<Made>;
  /** Called once the new secret is shown, to reload the list. */
  onRotated: () => Promise<void>;
  show: (made: Made) => ReactNode;
  onClose: () => void;
}

export function RotateDialog<Made extends object>({
  title,
  titleOfNew,
  children,
  rotate,
  onRotated,
  show,
  onClose,
}: RotateDialogProps<Made>) {
  const { t } = useLingui();
  const [overlap, setOverlap] = useState<Overlap>("86400");
  const [made, setMade] = useState<Made | null>(null);
  const words: Record<Overlap, string> = {
    0: t`Revoke immediately (leaked)`,
    3600: t`1 hour`,
    86400: t`1 day`,
    604800: t`1 week`,
  };
  const work = async (): Promise<void> => {
    setMade(await rotate(Number(overlap)));
    await onRotated();
  };
  return (
    <Dialog title={made === null ? title : titleOfNew} isOpen isHeld={made !== null} onClose={onClose}>
      {made !== null ? (
        show(made)
      ) : (
        <SubmitForm fields={["overlapSeconds"]} act={<Trans>Rotate</Trans>} work={work} onCancel={onClose}>
          <p>{children}</p>
          <SelectField
            label={t`Overlap`}
            name="overlapSeconds"
            choices={OVERLAPS.map((id) => ({ id, label: words[id] }))}
            chosen={overlap}
            onChoose={setOverlap}
          />
        </SubmitForm>
      )}
    </Dialog>
  );
}
