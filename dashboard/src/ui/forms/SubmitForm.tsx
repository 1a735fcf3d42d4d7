// A form with one submit button, its errors, and a message afterwards. The focus moves to the first refused field.

import { Trans } from "@lingui/react/macro";
import { useEffect, useState, type ReactNode } from "react";
import { Form } from "react-aria-components";

import type { Credential } from "../../words/errors";
import { Actions } from "../dialogs/Dialog";
import { Button } from "../elements/Button";
import { useRefusedFocus } from "../hooks/refused_focus";
import { useSubmission } from "../hooks/submit";
import { Bar, Note } from "../page/page";
import { FormProblem } from "../page/Problem";
import styles from "./SubmitForm.module.css";

interface SubmitFormProps {
  /** The fields that show their own errors. */
  fields?: readonly string[];
  /** The credential that the form asks for, such as the current password. */
  credential?: Credential;
  children: ReactNode;
  /** The text of the button. */
  act: ReactNode;
  look?: "primary" | "danger" | "plain";
  isDisabled?: boolean;
  /** Where the form is shown, which decides its layout. */
  place?: "card" | "dialog" | "step";
  /** Sends the form. */
  work: () => Promise<void>;
  onSent?: () => void;
  /** The message after the form was sent, shown until the person types something. */
  sent?: ReactNode;
  /** Returns what is shown instead of the form after a failure; undefined keeps the form. */
  instead?: (failure: unknown) => ReactNode;
  onCancel?: () => void;
}

export function SubmitForm({
  fields = [],
  credential,
  children,
  act,
  look = "primary",
  isDisabled = false,
  place = "dialog",
  work,
  onSent,
  sent,
  instead,
  onCancel,
}: SubmitFormProps) {
  const [isSent, setSent] = useState(false);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const form = useRefusedFocus(failure);
  useEffect(() => {
    const node = form.current;
    const forget = (): void => {
      setSent(false);
    };
    node?.addEventListener("input", forget);
    return () => {
      node?.removeEventListener("input", forget);
    };
  }, [form]);
  const submit = async (): Promise<void> => {
    setSent(false);
    if (!(await send(work))) return;
    setSent(true);
    onSent?.();
  };
  const other = failure === null ? undefined : instead?.(failure);
  if (other !== undefined) return other;
  const button = (
    <Button type="submit" look={look} isPending={isPending} isDisabled={isDisabled}>
      {act}
    </Button>
  );
  return (
    <Form
      ref={form}
      className={styles[place]}
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormProblem failure={failure} fields={fields} {...(credential === undefined ? {} : { credential })} />
      {isSent && sent !== undefined ? (
        <div role="status">
          <Note tone="good">{sent}</Note>
        </div>
      ) : null}
      {children}
      {place === "card" ? (
        <Bar>{button}</Bar>
      ) : (
        <Actions>
          {onCancel === undefined ? null : (
            <Button onPress={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          {button}
        </Actions>
      )}
    </Form>
  );
}
