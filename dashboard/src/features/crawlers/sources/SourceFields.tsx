// The fields of a log source: name, format, hosts.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { every } from "../../../api/closed_list";
import { PasswordField, SelectField, TextAreaField, TextField } from "../../../ui/fields/fields";
import type { LogSource } from "./queries";

type Format = Schemas["LogFormat"];
const FORMATS = every<Format>()([
  "combined",
  "combined-vhost",
  "common",
  "apache",
  "nginx-json",
  "caddy",
  "traefik",
  "iis-w3c",
  "cloudfront",
  "vercel",
  "cloudflare",
  "haproxy",
  "fastly",
  "bunny",
  "netlify",
]);
const MAX_NAME_CHARACTERS = 100;
const MAX_CODE_CHARACTERS = 255;
const MAX_SECRET_CHARACTERS = 256;

export interface SourceForm {
  name: string;
  /** Empty to guess it. */
  format: Format | "";
  logFormat: string;
  /** One host per line. */
  hosts: string;
  /** Of a drain of Vercel. */
  verificationCode: string;
  /** Of a drain of Vercel; empty for none, or to keep the one before. */
  drainSecret: string;
}

export const emptySource: SourceForm = {
  name: "",
  format: "",
  logFormat: "",
  hosts: "",
  verificationCode: "",
  drainSecret: "",
};

export const fieldsOf = ({ name, format, logFormat, hosts, verificationCode }: LogSource): SourceForm => ({
  name,
  format: format ?? "",
  logFormat: logFormat ?? "",
  hosts: hosts.join("\n"),
  verificationCode: verificationCode ?? "",
  drainSecret: "",
});

export const sourceBody = ({ name, format, logFormat, hosts, verificationCode, drainSecret }: SourceForm) => ({
  name: name.trim(),
  format: format === "" ? null : format,
  logFormat: format === "apache" ? logFormat.trim() : null,
  hosts: hosts.split(/\s+/).filter((host) => host !== ""),
  verificationCode: format === "vercel" && verificationCode.trim() !== "" ? verificationCode.trim() : null,
  ...(format === "vercel" && drainSecret.trim() !== "" ? { drainSecret: drainSecret.trim() } : {}),
});

interface FieldsProps {
  fields: SourceForm;
  onChange: (fields: SourceForm) => void;
  /** Whether the source has the secret of a drain already. */
  hasDrainSecret?: boolean;
}

function DrainFields({ fields, onChange, hasDrainSecret = false }: FieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Verification code`}
        name="verificationCode"
        value={fields.verificationCode}
        onChange={(verificationCode) => {
          onChange({ ...fields, verificationCode });
        }}
        maxLength={MAX_CODE_CHARACTERS}
        hint={t`Vercel shows it when you add the drain, as the value of x-vercel-verify.`}
      />
      <PasswordField
        label={hasDrainSecret ? t`New signature secret` : t`Signature secret`}
        name="drainSecret"
        value={fields.drainSecret}
        onChange={(drainSecret) => {
          onChange({ ...fields, drainSecret });
        }}
        autoComplete="off"
        maxLength={MAX_SECRET_CHARACTERS}
        hint={
          hasDrainSecret
            ? t`Empty keeps the secret. Lines without its signature are refused.`
            : t`Of the drain at Vercel. With it, lines without its signature are refused.`
        }
      />
    </>
  );
}

export function SourceFields({ fields, onChange, hasDrainSecret }: FieldsProps) {
  const { t } = useLingui();
  const guessed = { id: "" as const, label: t`Detect automatically` };
  return (
    <>
      <TextField
        label={t`Name`}
        name="name"
        value={fields.name}
        onChange={(name) => {
          onChange({ ...fields, name });
        }}
        isRequired
        autoFocus
        maxLength={MAX_NAME_CHARACTERS}
        hint={t`The server that sends its log: “web 1”.`}
      />
      <SelectField
        label={t`Log format`}
        name="format"
        choices={[guessed, ...FORMATS.map((id) => ({ id, label: id }))]}
        chosen={fields.format}
        onChoose={(format) => {
          onChange({ ...fields, format });
        }}
      />
      {fields.format === "apache" ? (
        <TextField
          label={t`LogFormat line`}
          name="logFormat"
          value={fields.logFormat}
          onChange={(logFormat) => {
            onChange({ ...fields, logFormat });
          }}
          isRequired
          hint={t`As in Apache’s settings, such as %h %l %u %t "%r" %>s %b.`}
        />
      ) : null}
      {fields.format === "vercel" ? (
        <DrainFields fields={fields} onChange={onChange} hasDrainSecret={hasDrainSecret === true} />
      ) : null}
      <TextAreaField
        label={t`Hosts`}
        name="hosts"
        rows={2}
        value={fields.hosts}
        onChange={(hosts) => {
          onChange({ ...fields, hosts });
        }}
        placeholder={"example.com\nwww.example.com"}
        hint={t`One per line. Empty: the domain and the origins of the site. Lines of other hosts are not counted.`}
      />
    </>
  );
}
