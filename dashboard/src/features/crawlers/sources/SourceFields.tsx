// The fields of a log source: name, format, hosts.

import { useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { every } from "../../../api/closed_list";
import { SelectField, TextAreaField, TextField } from "../../../ui/fields/fields";
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

export interface SourceForm {
  name: string;
  /** Empty to guess it. */
  format: Format | "";
  logFormat: string;
  /** One host per line. */
  hosts: string;
}

export const emptySource: SourceForm = { name: "", format: "", logFormat: "", hosts: "" };

export const fieldsOf = ({ name, format, logFormat, hosts }: LogSource): SourceForm => ({
  name,
  format: format ?? "",
  logFormat: logFormat ?? "",
  hosts: hosts.join("\n"),
});

export const sourceBody = ({ name, format, logFormat, hosts }: SourceForm) => ({
  name: name.trim(),
  format: format === "" ? null : format,
  logFormat: format === "apache" ? logFormat.trim() : null,
  hosts: hosts.split(/\s+/).filter((host) => host !== ""),
});

export function SourceFields({ fields, onChange }: { fields: SourceForm; onChange: (fields: SourceForm) => void }) {
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
