// Takes a code of the authenticator app, or a recovery code instead.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";

import { Button } from "../../../ui/elements/Button";
import { TextField } from "../../../ui/fields/fields";
import { SubmitForm } from "../../../ui/forms/SubmitForm";

type Kind = "code" | "recoveryCode";

/** What the person typed, by its kind, as requests take it. */
export type TypedCode = Partial<Record<Kind, string>>;

export function CodeForm({
  place = "dialog",
  work,
}: {
  place?: "dialog" | "card";
  work: (code: TypedCode) => Promise<void>;
}) {
  const [kind, setKind] = useState<Kind>("code");
  const [typed, setTyped] = useState("");
  return (
    <SubmitForm
      key={kind}
      fields={[kind]}
      credential={kind === "code" ? "code" : "recovery code"}
      act={<Trans>Continue</Trans>}
      place={place}
      work={() => work({ [kind]: typed })}
    >
      <CodeField kind={kind} isFocused={place === "dialog"} value={typed} onChange={setTyped} />
      <Button
        look="quiet"
        onPress={() => {
          setTyped("");
          setKind(kind === "code" ? "recoveryCode" : "code");
        }}
      >
        {kind === "code" ? <Trans>Use a recovery code</Trans> : <Trans>Use the authenticator app</Trans>}
      </Button>
    </SubmitForm>
  );
}

export function CodeField({
  kind,
  isFocused,
  value,
  onChange,
}: {
  kind: Kind;
  isFocused: boolean;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useLingui();
  return (
    <TextField
      label={kind === "code" ? t`Code of your authenticator app` : t`Recovery code`}
      name={kind}
      autoComplete={kind === "code" ? "one-time-code" : "off"}
      {...(kind === "code" ? { inputMode: "numeric" as const } : {})}
      isRequired
      autoFocus={isFocused}
      value={value}
      onChange={onChange}
    />
  );
}
