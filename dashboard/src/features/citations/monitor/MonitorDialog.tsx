// The form of a monitor: question, engines, schedule and competitors.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ClipboardEvent } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { Button } from "../../../ui/elements/Button";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { CheckboxList } from "../../../ui/fields/CheckboxList";
import { Checkbox, SelectField, TextAreaField, TextField } from "../../../ui/fields/fields";
import { Note } from "../../../ui/page/page";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { ENGINES, ENGINE_NAMES, type Engine } from "../../shared/citations/engines";
import { readinessWords } from "../failure_words";
import { SAMPLES, bodyOf, formOf, type MonitorForm } from "./monitor_form";
import styles from "./MonitorDialog.module.css";
import { ScheduleChoices } from "./ScheduleChoices";
import { choicesQuery, enginesQuery, monitorsQuery, reloadQuestions, type Monitor } from "../queries";
import { QuestionLines } from "./QuestionLines";
import { MAX_QUERY_CHARACTERS, questionLines } from "./question_lines";

const FIELDS = ["query", "engines", "cadence", "samplesPerRun", "region", "language", "competitors", "enabled"];
/** Common languages, and an empty choice. The API accepts any language tag. */
const LANGUAGES = ["", "en", "de", "fr", "es", "it", "nl", "pt"];

interface MonitorDialogProps {
  siteId: string;
  monitor: Monitor | null;
  onClose: () => void;
  /** With the monitor, unless several were created. */
  onSaved: (monitor?: Monitor) => void;
}

export function MonitorDialog({ siteId, monitor, onClose, onSaved }: MonitorDialogProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [form, setForm] = useState<MonitorForm>(() => formOf(monitor));
  const { data: engines = monitor?.engineStatus ?? [] } = useQuery(enginesQuery(siteId));
  const reasonOf = (engine: Engine) => readinessWords(engines.find((one) => one.engine === engine));
  const isNobodyReady = form.engines.length > 0 && form.engines.every((engine) => reasonOf(engine) !== undefined);
  /** The texts of several questions, one per line; null for a single one. */
  const [several, setSeveral] = useState<string | null>(null);
  const { data: monitors = [] } = useQuery({ ...monitorsQuery(siteId), enabled: several !== null });
  const tracked = monitors.map(({ query }) => query);
  const { data: choices } = useQuery(choicesQuery(siteId, form.engines));
  const choice = choices?.find((one) => one.cadence === form.cadence && one.samplesPerRun === form.samplesPerRun);
  const set = (change: Partial<MonitorForm>) => {
    setForm({ ...form, ...change });
  };
  /** Creates them one by one. If one is refused, it and those after it stay in the field. */
  const createSeveral = async (field: string): Promise<void> => {
    const lines = questionLines(field, tracked).filter((line) => line.leftOut === undefined);
    for (const [place, { text }] of lines.entries()) {
      const body = bodyOf({ ...form, query: text });
      try {
        await ask(api.POST("/api/v1/monitors/{siteId}", { params: { path: { siteId } }, body }));
      } catch (failure) {
        setSeveral(
          lines
            .slice(place)
            .map((line) => line.text)
            .join("\n"),
        );
        await reloadQuestions(queryClient, siteId);
        throw failure;
      }
    }
    await reloadQuestions(queryClient, siteId);
    onSaved();
  };
  /** A pasted list has several questions, which a field with one line would join. */
  const takeLines = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData("text/plain");
    if (questionLines(pasted, []).length < 2) return;
    event.preventDefault();
    setSeveral([form.query, pasted].filter((text) => text !== "").join("\n"));
  };
  const save = async (): Promise<void> => {
    if (several !== null) {
      await createSeveral(several);
      return;
    }
    const body = bodyOf(form);
    const saved =
      monitor === null
        ? await ask(api.POST("/api/v1/monitors/{siteId}", { params: { path: { siteId } }, body }))
        : await ask(
            api.PATCH("/api/v1/monitors/{siteId}/{monitorId}", {
              params: { path: { siteId, monitorId: monitor.id } },
              body: body as Schemas["MonitorUpdate"],
            }),
          );
    await reloadQuestions(queryClient, siteId);
    onSaved(saved);
  };
  return (
    <Dialog
      title={monitor !== null ? t`Edit question` : several === null ? t`Track a question` : t`Track several questions`}
      isOpen
      onClose={onClose}
    >
      <SubmitForm fields={FIELDS} act={<Trans>Save</Trans>} work={save} onCancel={onClose}>
        {several === null ? (
          <div className={styles.question} onPaste={monitor === null ? takeLines : undefined}>
            <TextField
              label={t`Question`}
              name="query"
              value={form.query}
              onChange={(query) => {
                set({ query });
              }}
              isRequired
              autoFocus
              maxLength={MAX_QUERY_CHARACTERS}
              placeholder={t`Which bike suits a hilly commute?`}
              hint={t`Write it as your readers would ask, without your site’s name.`}
            />
            {monitor === null ? (
              <Button
                look="quiet"
                onPress={() => {
                  setSeveral(form.query);
                }}
              >
                <Trans>Track several questions</Trans>
              </Button>
            ) : null}
          </div>
        ) : (
          <QuestionLines
            value={several}
            onChange={setSeveral}
            tracked={tracked}
            creditsOfOne={form.enabled ? choice?.creditsPer30Days : undefined}
          />
        )}
        <CheckboxList
          label={t`Engines`}
          name="engines"
          isRequired
          isShort
          chosen={form.engines}
          onChoose={(chosen) => {
            set({ engines: chosen as Engine[] });
          }}
        >
          {ENGINES.map((engine) => (
            <Checkbox key={engine} value={engine} hint={reasonOf(engine)}>
              {ENGINE_NAMES[engine]}
            </Checkbox>
          ))}
        </CheckboxList>
        <div className={styles.pair}>
          <CadenceField form={form} set={set} />
          <SelectField
            label={t`Samples per engine`}
            name="samplesPerRun"
            chosen={String(form.samplesPerRun)}
            choices={SAMPLES.map((count) => ({ id: String(count), label: String(count) }))}
            onChoose={(count) => {
              set({ samplesPerRun: Number(count) });
            }}
            hint={t`Engines answer differently each time.`}
          />
        </div>
        <ScheduleChoices siteId={siteId} engines={form.engines} chosen={form} onChoose={set} />
        <div className={styles.pair}>
          <PlaceFields form={form} set={set} />
        </div>
        <TextAreaField
          label={t`Competitors`}
          name="competitors"
          value={form.competitors}
          onChange={(competitors) => {
            set({ competitors });
          }}
          rows={2}
          placeholder="rival.example, Rival Bikes"
          hint={t`One per line: the domain, then other names, separated by commas. Askline looks for them in the same answers.`}
        />
        {form.cadence === "manual" ? null : (
          <Checkbox
            name="enabled"
            isSelected={form.enabled}
            onChange={(enabled) => {
              set({ enabled });
            }}
          >
            <Trans>Run on schedule</Trans>
          </Checkbox>
        )}
        {isNobodyReady ? (
          <Note tone="warn">
            <Trans>
              None of these engines is set up. Nothing runs until your administrator adds an API key or confirms the
              engine’s terms.
            </Trans>
          </Note>
        ) : null}
        <p className={styles.note}>
          {monitor === null ? (
            <Trans>Saving is free. You’ll see the maximum cost before the first run.</Trans>
          ) : (
            <Trans>Changing the question starts a new history.</Trans>
          )}
        </p>
      </SubmitForm>
    </Dialog>
  );
}

interface PartProps {
  form: MonitorForm;
  set: (change: Partial<MonitorForm>) => void;
}

function CadenceField({ form, set }: PartProps) {
  const { t } = useLingui();
  return (
    <SelectField
      label={t`Schedule`}
      name="cadence"
      chosen={form.cadence}
      onChoose={(cadence) => {
        set({ cadence });
      }}
      choices={[
        { id: "daily", label: t`Every day` },
        { id: "weekly", label: t`Every week` },
        { id: "manual", label: t`Manually` },
      ]}
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
        label={t`Answer language`}
        name="language"
        chosen={form.language}
        onChoose={(tag) => {
          set({ language: tag });
        }}
        choices={tags.map((tag) => ({
          id: tag,
          label: tag === "" ? t`The engine decides` : (language.of(tag) ?? tag),
        }))}
      />
      <TextField
        label={t`Country`}
        name="region"
        value={form.region}
        onChange={(region) => {
          set({ region });
        }}
        maxLength={2}
        placeholder="DE"
        hint={countryOf(form.region, i18n.locale) ?? t`Two-letter country code. Leave empty to let the engine decide.`}
      />
    </>
  );
}

function countryOf(code: string, locale: string): string | null {
  if (!/^[A-Za-z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames([locale], { type: "region", fallback: "none" }).of(code.toUpperCase()) ?? null;
}
