// Name and short name of an organization. What another owner changed meanwhile is shown beside it, and the person chooses.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask, type Schemas } from "../../api/client";
import { ApiFailure } from "../../api/failure";
import { meQuery, organizationQuery } from "../../api/queries";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/fields";
import { Bar } from "../../ui/page";
import { FormProblem } from "../../ui/Problem";
import styles from "../../ui/settings.module.css";
import { StaleChoice } from "../../ui/StaleChoice";
import { useSubmission } from "../../ui/submit";
import { FIELDS, clashesOf, editOf, formOf, mergedOf, type NameForm } from "./name_form";

const NAME_CHARACTERS_MOST = 100;
const SLUG_CHARACTERS_MOST = 40;
/** Others may save between the read and the change; nobody is that fast for long. */
const TRIES_MOST = 3;

export function OrganizationName({ organization }: { organization: Schemas["Organization"] }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [seen, setSeen] = useState(() => formOf(organization));
  const [form, setForm] = useState(seen);
  const [present, setPresent] = useState<NameForm | null>(null);
  const [isSaved, setSaved] = useState(false);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const isChanged = Object.keys(editOf(form, seen)).length > 0;
  const names = { name: t`Name`, slug: t`Short name` };
  const path = { orgId: organization.id };
  const set = (change: Partial<NameForm>): void => {
    setForm({ ...form, ...change });
    setSaved(false);
  };
  /** `before`: what the person has seen, also of others' changes. */
  const save = async (wanted: NameForm, before: NameForm, tries = TRIES_MOST): Promise<void> => {
    const read = await api.GET("/api/v1/orgs/{orgId}", { params: { path } });
    const now = formOf(await ask(Promise.resolve(read)));
    if (clashesOf(wanted, before, now).length > 0) {
      setPresent(now);
      return;
    }
    try {
      const header = { "If-Match": read.response.headers.get("etag") ?? "*" };
      const saved = await ask(api.PATCH("/api/v1/orgs/{orgId}", { params: { path, header }, body: editOf(wanted, before) }));
      setSeen(formOf(saved));
      setForm(formOf(saved));
      queryClient.setQueryData(organizationQuery(organization.id).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
      setSaved(true);
    } catch (caught) {
      if (tries <= 1 || !(caught instanceof ApiFailure) || caught.status !== 412) throw caught;
      await save(wanted, before, tries - 1);
    }
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
        <TextField label={names.name} name="name" isRequired maxLength={NAME_CHARACTERS_MOST} value={form.name} onChange={(name) => { set({ name }); }} />
        <TextField label={names.slug} name="slug" isRequired maxLength={SLUG_CHARACTERS_MOST} value={form.slug} onChange={(slug) => { set({ slug }); }} hint={t`Lower-case letters, digits and hyphens, unique on this instance.`} />
      </div>
      <Bar>
        <Button type="submit" look="primary" isPending={isPending} isDisabled={!isChanged}><Trans>Save</Trans></Button>
        {isChanged ? <Button onPress={() => { setForm(seen); }}><Trans>Discard changes</Trans></Button> : null}
        <span role="status">{isSaved && !isChanged ? <Trans>Saved</Trans> : null}</span>
      </Bar>
      {present === null ? null : (
        <StaleChoice
          what={seen.name} isPending={isPending} onClose={() => { setPresent(null); }}
          differences={clashesOf(form, seen, present).map((field) => ({ field: names[field], mine: form[field], theirs: present[field] }))}
          onMine={() => {
            // What the other wrote has been seen now, and is replaced knowingly.
            const merged = mergedOf(form, seen, present);
            setSeen(present);
            setForm(merged);
            setPresent(null);
            void send(() => save(merged, present));
          }}
          onTheirs={() => {
            setSeen(present);
            setForm(present);
            setPresent(null);
          }}
        />
      )}
    </Form>
  );
}
