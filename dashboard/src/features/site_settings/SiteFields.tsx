// The form of a site. Only what was changed is sent; what somebody else changed meanwhile is shown beside it, and the person chooses.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask, type Schemas } from "../../api/client";
import { ApiFailure } from "../../api/failure";
import { siteQuery } from "../../api/queries";
import { Button } from "../../ui/Button";
import { TextAreaField, TextField } from "../../ui/fields";
import { Bar, Note } from "../../ui/page";
import { FormProblem } from "../../ui/Problem";
import styles from "../../ui/settings.module.css";
import { StaleChoice } from "../../ui/StaleChoice";
import { useSubmission } from "../../ui/submit";
import { TimeZoneField } from "../../ui/TimeZoneField";
import { FIELDS, clashesOf, editOf, formOf, mergedOf, type Clash, type Field, type SiteForm } from "./site_form";

const NAME_CHARACTERS_MOST = 100;
const DOMAIN_CHARACTERS_MOST = 253;
/** Others may save between the read and the change; nobody is that fast for long. */
const TRIES_MOST = 3;

export function SiteFields({ site }: { site: Schemas["SiteDetail"] }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState(() => formOf(site));
  const [form, setForm] = useState(seen);
  const [clashes, setClashes] = useState<{ rows: Clash[]; present: SiteForm } | null>(null);
  const [isSaved, setSaved] = useState(false);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const set = (change: Partial<SiteForm>) => {
    setForm({ ...form, ...change });
    setSaved(false);
  };
  const names: Record<Field, string> = { name: t`Name`, domain: t`Domain`, timezone: t`Time zone`, allowedOrigins: t`Origins`, aliases: t`Other names` };
  const isChanged = Object.keys(editOf(form, seen)).length > 0;
  const show = (next: SiteForm) => {
    setSeen(next);
    setForm(next);
  };
  /** `before`: what the person has seen, also of others' changes. */
  const save = async (wanted: SiteForm, before: SiteForm, tries = TRIES_MOST): Promise<void> => {
    const there = await queryClient.query({ ...siteQuery(site.id), staleTime: 0 });
    const present = formOf(there);
    const rows = clashesOf(wanted, before, present);
    if (rows.length > 0) {
      setClashes({ rows, present });
      return;
    }
    try {
      const header = { "If-Match": `"${there.updatedAt}"` };
      await ask(api.PATCH("/api/v1/sites/{siteId}", { params: { path: { siteId: site.id }, header }, body: editOf(wanted, before) }));
    } catch (caught) {
      if (tries <= 1 || !(caught instanceof ApiFailure) || caught.status !== 412) throw caught;
      await save(wanted, before, tries - 1);
      return;
    }
    const saved = await queryClient.query({ ...siteQuery(site.id), staleTime: 0 });
    await queryClient.invalidateQueries({ queryKey: ["sites", site.orgId] });
    show(formOf(saved));
    setSaved(true);
  };
  return (
    <Form
      className={styles.part}
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        void send(() => save(form, seen));
      }}
    >
      <FormProblem failure={failure} fields={FIELDS} />
      <div className={styles.two}>
        <TextField label={t`Name`} name="name" isRequired maxLength={NAME_CHARACTERS_MOST} value={form.name} onChange={(name) => { set({ name }); }} />
        <TextField label={t`Domain`} name="domain" isRequired maxLength={DOMAIN_CHARACTERS_MOST} value={form.domain} onChange={(domain) => { set({ domain }); }} hint={t`Citations of it count as your own.`} />
      </div>
      <TimeZoneField chosen={form.timezone} onChoose={(timezone) => { set({ timezone }); }} />
      <TextAreaField
        label={t`Origins`} name="allowedOrigins" isRequired rows={3} value={form.allowedOrigins} onChange={(allowedOrigins) => { set({ allowedOrigins }); }}
        hint={t`Events are taken from pages of these alone, one a line: https://example.com.`}
      />
      <TextAreaField
        label={t`Other names`} name="aliases" rows={2} value={form.aliases} onChange={(aliases) => { set({ aliases }); }}
        hint={t`As engines may call it in their answers, one a line: a former name, a product, a spelling.`}
      />
      {form.timezone === seen.timezone ? null : <Note tone="warn"><Trans>Days that were counted stay as they are: only events from now on fall into days of the new zone.</Trans></Note>}
      <Bar>
        <Button type="submit" look="primary" isPending={isPending} isDisabled={!isChanged}><Trans>Save</Trans></Button>
        {isChanged ? <Button onPress={() => { setForm(seen); }}><Trans>Discard changes</Trans></Button> : null}
        <span role="status">{isSaved && !isChanged ? <Trans>Saved</Trans> : null}</span>
      </Bar>
      {clashes === null ? null : (
        <StaleChoice
          what={site.name} differences={clashes.rows.map(({ field, own, theirs }) => ({ field: names[field], mine: own, theirs }))} isPending={isPending} onClose={() => { setClashes(null); }}
          onMine={() => {
            // What the others wrote has been seen now, and is replaced knowingly.
            const merged = mergedOf(form, seen, clashes.present);
            setSeen(clashes.present);
            setForm(merged);
            setClashes(null);
            void send(() => save(merged, clashes.present));
          }}
          onTheirs={() => {
            const taken = Object.fromEntries(clashes.rows.map(({ field, theirs }) => [field, theirs]));
            setSeen(clashes.present);
            setForm({ ...mergedOf(form, seen, clashes.present), ...taken });
            setClashes(null);
          }}
        />
      )}
    </Form>
  );
}
