// The programs that a person may still use after their access ended or became less.

import type { Schemas } from "../../api/client";
import { CloseAction } from "../../ui/dialogs/CloseAction";
import { Dialog } from "../../ui/dialogs/Dialog";
import { ActiveKeys } from "../shared/keys/ActiveKeys";
import { LeftServiceAccounts } from "../shared/keys/LeftServiceAccounts";

export type LeftPrograms = Pick<Schemas["RemovedMember"], "keysStillActive" | "serviceAccounts">;

interface LeftProgramsDialogProps {
  title: string;
  programs: LeftPrograms;
  onClose: () => void;
}

export function LeftProgramsDialog({ title, programs, onClose }: LeftProgramsDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {programs.keysStillActive.length === 0 ? null : <ActiveKeys keys={programs.keysStillActive} />}
      <LeftServiceAccounts accounts={programs.serviceAccounts} />
      <CloseAction onClose={onClose} />
    </Dialog>
  );
}
