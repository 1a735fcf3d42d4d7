// Asks before a deletion with large effects: the person must type the name.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState, type ReactNode } from "react";
import { Form } from "react-aria-components";

import { Button } from "../elements/Button";
import { Actions, Dialog } from "./Dialog";
import dialog from "./Dialog.module.css";
import { TextField } from "../fields/fields";
import { FormProblem } from "../page/Problem";
import { useSubmission } from "../hooks/submit";

interface TypedConfirmProps {
  title: string;
  /** What has to be typed. */
  name: string;
  /** What else is deleted. */
  children: ReactNode;
  /** The word on the button. */
  act: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function TypedConfirm({ title, name, children, act, onConfirm, onClose }: TypedConfirmProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState("");
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const isMeant = typed.trim() === name.trim();
  const confirm = async (): Promise<void> => {
    if (isMeant && (await send(onConfirm))) onClose();
  };
  return (
    <Dialog role="alertdialog" title={title} isOpen onClose={onClose}>
      <Form
        className={dialog.form}
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <FormProblem failure={failure} fields={["name"]} />
        <p>{children}</p>
        <TextField label={t`Type “${name}” to confirm`} name="name" value={typed} onChange={setTyped} autoFocus autoComplete="off" />
        <Actions>
          <Button onPress={onClose}><Trans>Cancel</Trans></Button>
          <Button type="submit" look="danger" isDisabled={!isMeant} isPending={isPending}>{act}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
