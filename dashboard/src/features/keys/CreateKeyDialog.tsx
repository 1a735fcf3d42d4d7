// A new key: a name, what it may do, where, and how long. Its plaintext is in this dialog's state alone and goes with it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CheckboxGroup, FieldError, Form, Label } from "react-aria-components";

import { api, ask, type Schemas } from "../../api/client";
import { Button } from "../../ui/Button";
import { Actions, Dialog } from "../../ui/Dialog";
import { Checkbox, SelectField, TextField } from "../../ui/fields";
import { FormProblem } from "../../ui/Problem";
import { useSubmission } from "../../ui/submit";
import { useSites } from "../../shell/switchers";
import { CreatedKey } from "./CreatedKey";
import styles from "./keys.module.css";
import type { Scope } from "./queries";
import { SCOPES, isImplied, withoutImplied } from "./scopes";

const DAY_MS = 86_400_000;
const LASTS = ["never", "30", "90", "365"] as const;
type Lasts = (typeof LASTS)[number];

export function CreateKeyDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const { t } = useLingui();
  const [created, setCreated] = useState<Schemas["NewApiKey"] | null>(null);
  const title = created === null ? t`Create an API key` : created.name === "" ? t`The key was created` : t`Key “${created.name}” was created`;
  return (
    <Dialog title={title} isOpen isHeld={created !== null} onClose={onClose}>
      {created === null
        ? <KeyForm orgId={orgId} onCreated={setCreated} onClose={onClose} />
        : <CreatedKey orgId={orgId} created={created} onDone={onClose} />}
    </Dialog>
  );
}

function KeyForm({ orgId, onCreated, onClose }: { orgId: string; onCreated: (key: Schemas["NewApiKey"]) => void; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const { data: sites = [] } = useSites(orgId);
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<Scope[]>(["analytics:read"]);
  const [where, setWhere] = useState<"all" | "some">("all");
  const [siteIds, setSiteIds] = useState<string[]>([]);
  const [lasts, setLasts] = useState<Lasts>("never");
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const lastWords: Record<Lasts, string> = { never: t`Until it is revoked`, 30: t`30 days`, 90: t`90 days`, 365: t`A year` };
  const create = () =>
    send(async () => {
      const body: Schemas["CreateApiKey"] = {
        scopes: withoutImplied(scopes),
        ...(name.trim() === "" ? {} : { name: name.trim() }),
        ...(where === "all" ? {} : { siteIds }),
        ...(lasts === "never" ? {} : { expiresAt: new Date(Date.now() + Number(lasts) * DAY_MS).toISOString() }),
      };
      const key = await ask(api.POST("/api/v1/keys", { params: { query: { orgId } }, body }));
      onCreated(key);
      await queryClient.invalidateQueries({ queryKey: ["keys", orgId] });
    });
  return (
    <Form
      className={styles.form}
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <FormProblem failure={failure} fields={["name", "scopes", "siteIds", "expiresAt"]} />
      <TextField label={t`Name`} name="name" value={name} onChange={setName} maxLength={100} autoFocus hint={t`What uses it: “Weekly report”, “Site generator”.`} />
      <CheckboxGroup
        name="scopes" className={styles.group} isRequired
        value={SCOPES.map(({ scope }) => scope).filter((scope) => scopes.includes(scope) || isImplied(scope, scopes))}
        onChange={(chosen) => { setScopes(withoutImplied(chosen as Scope[])); }}
      >
        <Label><Trans>What it may do</Trans></Label>
        <div className={styles.scopes}>
          {SCOPES.map(({ scope, words, hint }) => (
            <Checkbox key={scope} value={scope} isDisabled={isImplied(scope, scopes)} hint={hint === undefined ? undefined : i18n._(hint)}>{i18n._(words)}</Checkbox>
          ))}
        </div>
        <FieldError className={styles.error} />
      </CheckboxGroup>
      {sites.length === 0 ? null : (
        <SelectField
          label={t`On which sites`} choices={[{ id: "all", label: t`All, also those that come later` }, { id: "some", label: t`Only some` }]}
          chosen={where} onChoose={setWhere}
        />
      )}
      {where === "all" ? null : (
        <CheckboxGroup name="siteIds" className={`${styles.group} ${styles.sites}`} aria-label={t`Sites`} isRequired value={siteIds} onChange={setSiteIds}>
          {sites.map(({ id, name: site, domain }) => <Checkbox key={id} value={id} hint={domain}>{site}</Checkbox>)}
          <FieldError className={styles.error} />
        </CheckboxGroup>
      )}
      <SelectField label={t`How long`} name="expiresAt" choices={LASTS.map((id) => ({ id, label: lastWords[id] }))} chosen={lasts} onChoose={setLasts} />
      <Actions>
        <Button onPress={onClose}><Trans>Cancel</Trans></Button>
        <Button type="submit" look="primary" isPending={isPending}><Trans>Create key</Trans></Button>
      </Actions>
    </Form>
  );
}
