// Asks before a deletion that also deletes other things: the person must type the name.

import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";

import { Dialog } from "./Dialog";
import { TextField } from "../fields/fields";
import { SubmitForm } from "../forms/SubmitForm";

interface TypedConfirmProps {
  title: string;
  /** The name that must be typed. */
  name: string;
  /** What else is deleted. */
  children: ReactNode;
  /** The text of the button. */
  act: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function TypedConfirm({ title, name, children, act, onConfirm, onClose }: TypedConfirmProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState("");
  const isMeant = typed.trim() === name.trim();
  return (
    <Dialog role="alertdialog" title={title} isOpen onClose={onClose}>
      <SubmitForm
        fields={["name"]}
        act={act}
        look="danger"
        isDisabled={!isMeant}
        work={onConfirm}
        onSent={onClose}
        onCancel={onClose}
      >
        <p>{children}</p>
        <TextField
          label={t`Type “${name}” to confirm`}
          name="name"
          value={typed}
          onChange={setTyped}
          autoFocus
          autoComplete="off"
        />
      </SubmitForm>
    </Dialog>
  );
}
