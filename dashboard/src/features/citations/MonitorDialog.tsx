// The form of a monitor: a question, who is asked, how often, and whom else to look for.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CheckboxGroup, FieldError, Form, Label } from "react-aria-components";

import { api, ask, type Schemas } from "../../api/client";
import { Button } from "../../ui/Button";
import { Actions, Dialog } from "../../ui/Dialog";
import { Checkbox, SelectField, TextAreaField, TextField } from "../../ui/fields";
import { Note } from "../../ui/page";
import { FormProblem } from "../../ui/Problem";
import { useSubmission } from "../../ui/submit";
import { ENGINES, ENGINE_NAMES, type Engine } from "./engines";
import { SAMPLES, bodyOf, formOf, type MonitorForm } from "./monitor_form";
import styles from "./MonitorDialog.module.css";
import { enginesQuery, questionsChanged, type Monitor } from "./queries";

const FIELDS = ["query", "engines", "cadence", "samplesPerRun", "region", "language", "competitors", "enabled"];
const QUERY_CHARACTERS_MOST = 500;
/** The languages that the widget speaks; the API takes any tag. */
const LANGUAGES = ["", "en", "de", "fr", "es", "it", "nl", "pt"];

interface MonitorDialogProps {
  siteId: string;
  monitor: Monitor | null;
  onClose: () => void;
  onSaved: (monitor: Monitor) => void;
}

export function MonitorDialog({ siteId, monitor, onClose, onSaved }: MonitorDialogProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [form, setForm] = useState<MonitorForm>(() => formOf(monitor));
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const { data: engines = monitor?.engineStatus ?? [] } = useQuery(enginesQuery(siteId));
  const isNobodyReady = form.engines.length > 0 && form.engines.every((engine) => reasonOf(engines, engine) !== undefined);
  const set = (change: Partial<MonitorForm>) => { setForm({ ...form, ...change }); };
  const save = async (): Promise<void> => {
    await send(async () => {
      const body = bodyOf(form);
      const saved = monitor === null
        ? await ask(api.POST("/api/v1/monitors/{siteId}", { params: { path: { siteId } }, body }))
        : await ask(api.PATCH("/api/v1/monitors/{siteId}/{monitorId}", { params: { path: { siteId, monitorId: monitor.id } }, body: body as Schemas["MonitorEdit"] }));
      await questionsChanged(queryClient, siteId);
      onSaved(saved);
    });
  };
  return (
    <Dialog title={monitor === null ? t`New monitor` : t`Edit the monitor`} isOpen onClose={onClose}>
      <Form
        className={styles.form}
        validationErrors={fieldErrors}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormProblem failure={failure} fields={FIELDS} />
        <TextField
          label={t`Question`} name="query" value={form.query} onChange={(query) => { set({ query }); }} isRequired autoFocus maxLength={QUERY_CHARACTERS_MOST}
          placeholder={t`Which bike suits a hilly commute?`} hint={t`As your readers would ask it, without the name of your site.`}
        />
        <CheckboxGroup name="engines" className={styles.group} isRequired value={form.engines} onChange={(engines) => { set({ engines: engines as Engine[] }); }}>
          <Label><Trans>Who is asked</Trans></Label>
          <div className={styles.engines}>{ENGINES.map((engine) => <Checkbox key={engine} value={engine} hint={reasonOf(engines, engine)}>{ENGINE_NAMES[engine]}</Checkbox>)}</div>
          <FieldError className={styles.error} />
        </CheckboxGroup>
        <div className={styles.pair}>
          <CadenceField form={form} set={set} />
          <SelectField
            label={t`Answers from each`} name="samplesPerRun" chosen={String(form.samplesPerRun)} choices={SAMPLES.map((count) => ({ id: String(count), label: String(count) }))}
            onChoose={(count) => { set({ samplesPerRun: Number(count) }); }} hint={t`Engines answer differently each time.`}
          />
        </div>
        <div className={styles.pair}><PlaceFields form={form} set={set} /></div>
        <TextAreaField
          label={t`Competitors`} name="competitors" value={form.competitors} onChange={(competitors) => { set({ competitors }); }} rows={2}
          placeholder="rival.example, Rival Bikes" hint={t`One a line: the domain, then other names after commas. They are looked for in the same answers.`}
        />
        {form.cadence === "manual" ? null : <Checkbox name="enabled" isSelected={form.enabled} onChange={(enabled) => { set({ enabled }); }}><Trans>Runs by itself</Trans></Checkbox>}
        {isNobodyReady ? <Note tone="warn"><Trans>None of these engines can be asked on this instance, so nothing will run until its operator sets one up.</Trans></Note> : null}
        <p className={styles.note}>{monitor === null ? <Trans>Saving asks nobody and costs nothing. Before the first run you see what it may cost.</Trans> : <Trans>With another question it begins anew: the next run is compared with none before.</Trans>}</p>
        <Actions>
          <Button onPress={onClose}><Trans>Cancel</Trans></Button>
          <Button type="submit" look="primary" isPending={isPending}><Trans>Save</Trans></Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

/** Why an engine cannot be asked here, as far as that is known yet. */
function reasonOf(engines: readonly Schemas["EngineStatus"][], engine: Engine): string | undefined {
  return engines.find((one) => one.engine === engine)?.reason ?? undefined;
}

interface PartProps {
  form: MonitorForm;
  set: (change: Partial<MonitorForm>) => void;
}

function CadenceField({ form, set }: PartProps) {
  const { t } = useLingui();
  return (
    <SelectField
      label={t`How often`} name="cadence" chosen={form.cadence} onChoose={(cadence) => { set({ cadence }); }}
      choices={[{ id: "daily", label: t`Every day` }, { id: "weekly", label: t`Every week` }, { id: "manual", label: t`Only by hand` }]}
    />
  );
}

function PlaceFields({ form, set }: PartProps) {
  const { t, i18n } = useLingui();
  const language = new Intl.DisplayNames([i18n.locale], { type: "language" });
  const tags = LANGUAGES.includes(form.language) ? LANGUAGES : [...LANGUAGES, form.language];
  return (
    <>
      <SelectField
        label={t`Answer in`} name="language" chosen={form.language} onChoose={(tag) => { set({ language: tag }); }}
        choices={tags.map((tag) => ({ id: tag, label: tag === "" ? t`The engine decides` : (language.of(tag) ?? tag) }))}
      />
      <TextField
        label={t`Search from`} name="region" value={form.region} onChange={(region) => { set({ region }); }} maxLength={2} placeholder="DE"
        hint={countryOf(form.region, i18n.locale) ?? t`A country in two letters. Empty: the engine decides.`}
      />
    </>
  );
}

function countryOf(code: string, locale: string): string | null {
  if (!/^[A-Za-z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames([locale], { type: "region", fallback: "none" }).of(code.toUpperCase()) ?? null;
}
