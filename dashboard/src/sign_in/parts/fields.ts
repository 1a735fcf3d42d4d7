// Text fields. Each has a visible label, and a hint below it that is replaced by the error.

import { t } from "@lingui/core/macro";

import styles from "../../ui/fields/fields.module.css";
import { SHARED_ICONS } from "../../ui/elements/shared_icons";
import { sign, iconButton } from "./controls";
import { element, setAttribute, type Words } from "./element";
import { hasToken } from "../token";

/** The same limit as the API's. */
const MIN_PASSWORD_CHARACTERS = 10;
const MAX_NAME_CHARACTERS = 100;
const MAX_CODE_CHARACTERS = 16;
const MAX_RECOVERY_CODE_CHARACTERS = 64;

export interface Field {
  readonly node: HTMLElement;
  readonly input: HTMLInputElement;
  /** Shows error messages at the field; an empty list removes them. */
  showErrors: (messages: readonly string[]) => void;
}

/** Creates a field with the name under which it is sent. */
export type FieldMaker = (name: string) => Field;

interface FieldParts {
  label: Words;
  hint?: Words | undefined;
  /** What browsers and password managers fill in. */
  autocomplete: AutoFill;
  type?: "email" | "password" | "text";
  /** The keyboard that phones show. */
  keyboard?: "numeric";
  isOptional?: boolean;
  minCharacters?: number;
  maxCharacters?: number;
}

function field(
  { label, hint, autocomplete, type = "text", keyboard, isOptional = false, minCharacters, maxCharacters }: FieldParts,
  around: (input: HTMLInputElement) => Node = (input) => input,
): FieldMaker {
  return (name) => {
    const [id, hintId, errorId] = [name, `${name}-hint`, `${name}-error`];
    const input = element("input", {
      id,
      name,
      type,
      autocomplete,
      class: styles.input,
      inputmode: keyboard,
      required: !isOptional,
      minlength: minCharacters,
      maxlength: maxCharacters,
      "aria-describedby": hint === undefined ? undefined : hintId,
    });
    const node = element("div", { class: styles.field }, element("label", { for: id }, label), around(input));
    if (hint !== undefined) node.append(element("span", { id: hintId, class: styles.hint }, hint));
    const error = element("span", { id: errorId, class: styles.error });
    const showErrors = (messages: readonly string[]): void => {
      const isRefused = messages.length > 0;
      error.textContent = messages.join(" ");
      if (isRefused) node.append(error);
      else error.remove();
      setAttribute(input, "aria-invalid", isRefused ? "true" : undefined);
      setAttribute(input, "aria-describedby", isRefused ? errorId : hint === undefined ? undefined : hintId);
    };
    // Shows the browser's own validation message in the style of the page, when the form is sent and when a value was
    // entered.
    const showValidity = (): void => {
      showErrors(input.validity.valid ? [] : [input.validationMessage]);
    };
    input.addEventListener("change", showValidity);
    input.addEventListener("invalid", (event) => {
      event.preventDefault();
      showValidity();
    });
    return { node, input, showErrors };
  };
}

/** With passkeys, browsers that can offer them in the field. */
export const emailField = ({ withPasskeys = false } = {}): FieldMaker =>
  field({ label: () => t`Email`, type: "email", autocomplete: withPasskeys ? "username webauthn" : "username" });

export const nameField = (): FieldMaker =>
  field({ label: () => t`Your name`, autocomplete: "name", isOptional: true, maxCharacters: MAX_NAME_CHARACTERS });

export const organizationField = (): FieldMaker =>
  field({
    label: () => t`Organization`,
    autocomplete: "organization",
    maxCharacters: MAX_NAME_CHARACTERS,
    hint: () => t`Your company, team or project.`,
  });

/** A field for the code of an authenticator app. A code with spaces, as apps show it, can be pasted. */
export const codeField = (): FieldMaker =>
  field({
    label: () => t`Code`,
    autocomplete: "one-time-code",
    keyboard: "numeric",
    maxCharacters: MAX_CODE_CHARACTERS,
    hint: () => t`The six digits in your authenticator app.`,
  });

export const recoveryCodeField = (): FieldMaker =>
  field({
    label: () => t`Recovery code`,
    autocomplete: "off",
    maxCharacters: MAX_RECOVERY_CODE_CHARACTERS,
    hint: () => t`One of the codes that you saved. Each works once.`,
  });

/** A field for the token, if the address had none. */
export function typedToken(label: Words, hint?: Words): { token?: FieldMaker } {
  return hasToken() ? {} : { token: field({ label, hint, autocomplete: "off" }) };
}

export const passwordField = (): FieldMaker =>
  field({ label: () => t`Password`, type: "password", autocomplete: "current-password" }, withShowButton);

export const newPasswordField = (): FieldMaker =>
  field(
    {
      label: () => t`Password`,
      type: "password",
      autocomplete: "new-password",
      minCharacters: MIN_PASSWORD_CHARACTERS,
      hint: () => t`At least ${MIN_PASSWORD_CHARACTERS} characters. Several random words are easy to remember.`,
    },
    withShowButton,
  );

/** A password field with a button that shows the password, so that people can check what they typed. */
function withShowButton(input: HTMLInputElement): Node {
  const look = iconButton(
    sign(SHARED_ICONS.eye),
    () => t`Show password`,
    styles.inside,
    () => {
      const isShown = input.type === "text";
      input.type = isShown ? "password" : "text";
      look.setAttribute("aria-pressed", String(!isShown));
    },
  );
  look.setAttribute("aria-pressed", "false");
  return element("div", { class: styles.joined }, input, look);
}
