// The settings of a key as fields of a form. These are its name, scopes, sites, allowed IPs and expiration.

import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CheckboxGroup } from "react-aria-components";

import { FieldMessage } from "../../ui/fields/FieldMessage";
import { CheckboxList } from "../../ui/fields/CheckboxList";
import { Checkbox, SelectField, TextAreaField, TextField } from "../../ui/fields/fields";
import { part } from "../../ui/loading/part";
import { useSites } from "../../shell/switchers/switchers";
import { Loading } from "../../ui/loading/Loaded";
import { LIFETIMES, selectableDays, type KeyForm as KeyValues, type Lifetime } from "./key_form";
import styles from "./keys.module.css";
import type { Scope } from "../shared/keys/queries";
import { SCOPES, isImplied, withoutImplied } from "../shared/keys/scopes";

const DayField = part(() => import("../../ui/fields/DayField").then(({ DayField: component }) => component), Loading);

/** The fields of the API that the form has. */
export const KEY_FIELDS = ["name", "scopes", "siteIds", "allowedIps", "expiresAt"];

interface PartProps {
  form: KeyValues;
  set: (change: Partial<KeyValues>) => void;
}

export function KeyFields({
  orgId,
  form,
  onChange,
}: {
  orgId: string;
  form: KeyValues;
  onChange: (form: KeyValues) => void;
}) {
  const { t, i18n } = useLingui();
  const { scopes } = form;
  const set = (change: Partial<KeyValues>): void => {
    onChange({ ...form, ...change });
  };
  return (
    <>
      <TextField
        label={t`Name`}
        name="name"
        value={form.name}
        onChange={(name) => {
          set({ name });
        }}
        maxLength={100}
        autoFocus
        hint={t`Where you use it: “Weekly report”, “Site generator”.`}
      />
      <CheckboxList
        label={t`Scopes`}
        name="scopes"
        isRequired
        onChoose={(chosen) => {
          set({ scopes: withoutImplied(chosen as Scope[]) });
        }}
        chosen={SCOPES.map(({ scope }) => scope).filter((scope) => scopes.includes(scope) || isImplied(scope, scopes))}
      >
        {SCOPES.map(({ scope, words, hint }) => (
          <Checkbox
            key={scope}
            value={scope}
            isDisabled={isImplied(scope, scopes)}
            hint={
              <>
                <code>{scope}</code>
                {hint === undefined ? null : ` · ${i18n._(hint)}`}
              </>
            }
          >
            {i18n._(words)}
          </Checkbox>
        ))}
      </CheckboxList>
      <SitesPart orgId={orgId} form={form} set={set} />
      <NetworksPart form={form} set={set} />
      <ExpirationPart form={form} set={set} />
    </>
  );
}

function SitesPart({ orgId, form, set }: PartProps & { orgId: string }) {
  const { t } = useLingui();
  const { data: sites = [] } = useSites(orgId);
  if (sites.length === 0) return null;
  return (
    <>
      <SelectField
        label={t`Sites`}
        choices={[
          { id: "all", label: t`All sites, including future ones` },
          { id: "some", label: t`Selected sites` },
        ]}
        chosen={form.siteChoice}
        onChoose={(siteChoice) => {
          set({ siteChoice });
        }}
      />
      {form.siteChoice === "all" ? null : (
        <CheckboxGroup
          name="siteIds"
          className={styles.sites}
          aria-label={t`Sites`}
          isRequired
          value={form.siteIds}
          onChange={(siteIds) => {
            set({ siteIds });
          }}
        >
          {sites.map(({ id, name, domain }) => (
            <Checkbox key={id} value={id} hint={domain}>
              {name}
            </Checkbox>
          ))}
          <FieldMessage />
        </CheckboxGroup>
      )}
    </>
  );
}

function NetworksPart({ form, set }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <SelectField
        label={t`Allowed IPs`}
        choices={[
          { id: "anywhere", label: t`Any IP address` },
          { id: "some", label: t`Only these IP addresses` },
        ]}
        chosen={form.networkChoice}
        onChoose={(networkChoice) => {
          set({ networkChoice });
        }}
      />
      {form.networkChoice === "anywhere" ? null : (
        <TextAreaField
          label={t`Addresses`}
          name="allowedIps"
          isRequired
          rows={2}
          value={form.allowedIps}
          onChange={(allowedIps) => {
            set({ allowedIps });
          }}
          placeholder={"203.0.113.7\n198.51.100.0/24"}
          hint={t`IP addresses or networks, one per line. All other requests are refused.`}
        />
      )}
    </>
  );
}

function ExpirationPart({ form, set }: PartProps) {
  const { t } = useLingui();
  const [days] = useState(() => selectableDays(Date.now()));
  const words: Record<Lifetime, string> = {
    never: t`No expiration`,
    30: t`30 days`,
    90: t`90 days`,
    365: t`1 year`,
    own: t`Custom date`,
  };
  return (
    <>
      <SelectField
        label={t`Expiration`}
        {...(form.lifetime === "own" ? {} : { name: "expiresAt" })}
        choices={LIFETIMES.map((id) => ({ id, label: words[id] }))}
        chosen={form.lifetime}
        onChoose={(lifetime) => {
          set({ lifetime });
        }}
      />
      {form.lifetime === "own" ? (
        <DayField
          label={t`End date`}
          name="expiresAt"
          hint={t`Valid through the end of this day, in your local time.`}
          day={form.lastDay}
          onChoose={(lastDay) => {
            set({ lastDay });
          }}
          {...days}
        />
      ) : null}
    </>
  );
}
