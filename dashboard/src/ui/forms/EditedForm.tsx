// A form for something that several people may edit. It has errors, buttons, and the dialog after a conflict.

import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Form } from "react-aria-components";

import { Button } from "../elements/Button";
import type { Edited } from "../hooks/edited";
import { useRefusedFocus } from "../hooks/refused_focus";
import { part } from "../loading/part";
import { Bar } from "../page/page";
import { FormProblem } from "../page/Problem";
import styles from "./settings.module.css";

const StaleChoice = part(() => import("./StaleChoice").then(({ StaleChoice: component }) => component));

interface EditedFormProps<Values, Field extends keyof Values> {
  edited: Edited<Values, Field>;
  /** The name of the edited thing. */
  what: string;
  /** The label of each field. */
  names: Readonly<Record<Field, string>>;
  children: ReactNode;
}

export function EditedForm<Field extends string, Values extends Record<Field, string>>({
  edited,
  what,
  names,
  children,
}: EditedFormProps<Values, Field>) {
  const { form, stale, isChanged, isPending } = edited;
  const node = useRefusedFocus(edited.failure);
  return (
    <Form
      ref={node}
      className={styles.part}
      validationErrors={edited.fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        edited.save();
      }}
    >
      <FormProblem failure={edited.failure} fields={Object.keys(names)} />
      {children}
      <Bar>
        <Button type="submit" look="primary" isPending={isPending} isDisabled={!isChanged}>
          <Trans>Save</Trans>
        </Button>
        {isChanged ? (
          <Button onPress={edited.discard}>
            <Trans>Discard changes</Trans>
          </Button>
        ) : null}
        <span role="status">{edited.isSaved && !isChanged ? <Trans>Saved</Trans> : null}</span>
      </Bar>
      {stale === null ? null : (
        <StaleChoice
          what={what}
          isPending={isPending}
          onMine={edited.keepMine}
          onTheirs={edited.takeTheirs}
          onClose={edited.backToForm}
          differences={stale.fields.map((field) => ({
            field: names[field],
            mine: form[field],
            theirs: stale.present[field],
          }))}
        />
      )}
    </Form>
  );
}
