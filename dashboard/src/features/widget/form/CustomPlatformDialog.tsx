// A custom assistant of the site: its name, and the URL that takes the prompt.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Form } from "react-aria-components";

import { Button } from "../../../ui/elements/Button";
import { Actions, Dialog } from "../../../ui/dialogs/Dialog";
import { TextField } from "../../../ui/fields/fields";
import { customIdOf, type Draft } from "../draft";
import styles from "../WidgetPage.module.css";

type CustomPlatform = Draft["customPlatforms"][number];

/** The placeholder for the prompt's text. */
const PLACE = "{{prompt}}";
const MAX_LABEL_CHARACTERS = 40;
const TEMPLATE = /^https:\/\/[^/?#{}\s]+\/?[^{}\s]*[?&][^=&#{}\s]+=\{\{prompt\}\}(?:[&#][^{}\s]*)?$/;

interface CustomPlatformDialogProps {
  taken: readonly string[];
  onAdd: (platform: CustomPlatform) => void;
  onClose: () => void;
}

export function CustomPlatformDialog({ taken, onAdd, onClose }: CustomPlatformDialogProps) {
  const { t } = useLingui();
  const [label, setLabel] = useState("");
  const [urlTemplate, setTemplate] = useState("");
  return (
    <Dialog title={t`Custom assistant`} isOpen onClose={onClose}>
      <Form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onAdd({ id: customIdOf(label, taken), label: label.trim(), urlTemplate: urlTemplate.trim() });
        }}
      >
        <TextField
          label={t`Name`}
          value={label}
          onChange={setLabel}
          isRequired
          autoFocus
          maxLength={MAX_LABEL_CHARACTERS}
          placeholder="House AI"
        />
        <TextField
          label={t`URL`}
          value={urlTemplate}
          onChange={setTemplate}
          isRequired
          placeholder={`https://ai.example.com/?q=${PLACE}`}
          maxLength={2000}
          validate={(value) =>
            value === "" || TEMPLATE.test(value.trim())
              ? null
              : t`Starts with https:// and contains ${PLACE} once, as the full value of a parameter.`
          }
          hint={t`${PLACE} marks where the prompt goes.`}
        />
        <Actions>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" look="primary">
            <Trans>Add</Trans>
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
