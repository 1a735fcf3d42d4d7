// A form: its fields, an error above them, and one button. What was typed is only in the fields.

import { ApiFailure, isShownAtFields } from "../../api/failure";
import type { Credential } from "../../words/errors";
import { button, setBusy } from "./controls";
import { element, type Words } from "./element";
import type { Field, FieldMaker } from "./fields";
import styles from "./frame.module.css";
import { problemNote } from "./problem";

/** Fields by name. An undefined one is not shown and not sent. */
type Fields = Readonly<Partial<Record<string, FieldMaker>>>;
type Typed<Made extends Fields> = { readonly [Name in keyof Made]: string };

interface FormParts<Made extends Fields> {
  fields: Made;
  action: Words;
  /** What is shown between the fields and the button. */
  more?: readonly Node[];
  /** The credential that the form asks for, such as the setup token. */
  credential?: Credential;
  /** Sends the values. Errors are shown at the fields that they name, otherwise above the fields. */
  send: (typed: Typed<Made>) => Promise<void>;
}

export function form<Made extends Fields>({
  fields: makers,
  action,
  more = [],
  credential,
  send,
}: FormParts<Made>): HTMLFormElement {
  const fields = new Map<string, Field>();
  for (const [name, make] of Object.entries(makers)) if (make !== undefined) fields.set(name, make(name));
  const submit = button(action, { look: "primary" });
  const made = element(
    "form",
    { method: "post" },
    ...[...fields.values()].map(({ node }) => node),
    ...more,
    element("div", { class: styles.wide }, submit),
  );
  let problem: HTMLElement | null = null;
  let isRunning = false;

  const showFailure = (failure: unknown): void => {
    const refused = failure instanceof ApiFailure ? failure.fields : {};
    for (const [name, field] of fields) field.showErrors(refused[name] ?? []);
    made.querySelector<HTMLInputElement>("input[aria-invalid=true]")?.focus();
    if (isShownAtFields(failure, [...fields.keys()])) return;
    problem = problemNote(failure, credential);
    made.prepend(problem);
  };

  const run = async (): Promise<void> => {
    // A second click while the request is running does nothing.
    if (isRunning) return;
    isRunning = true;
    setBusy(submit, true);
    problem?.remove();
    try {
      await send(Object.fromEntries([...fields].map(([name, { input }]) => [name, input.value])) as Typed<Made>);
    } catch (failure) {
      showFailure(failure);
    } finally {
      isRunning = false;
      setBusy(submit, false);
    }
  };

  made.addEventListener("submit", (event) => {
    event.preventDefault();
    void run();
  });
  // In the capture phase, because this event does not bubble.
  made.addEventListener(
    "invalid",
    () => {
      [...fields.values()].find(({ input }) => !input.validity.valid)?.input.focus();
    },
    { capture: true },
  );
  return made;
}
