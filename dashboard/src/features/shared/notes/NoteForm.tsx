// The form of a note: text, day, time and kind.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../../api/client";
import { keysOf } from "../../../api/closed_list";
import { DayField } from "../../../ui/fields/DayField";
import { SelectField, TextField } from "../../../ui/fields/fields";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import styles from "./NotesDialog.module.css";
import { reloadNotes, type Annotation } from "./queries";
import { useKindNames, type WrittenKind } from "./words";

const MAX_TEXT_CHARACTERS = 280;
const FIRST_DAY = "2000-01-01";
const LAST_DAY = "2199-12-31";

interface NoteFormProps {
  siteId: string;
  /** The note to change; null for a new one. */
  note: Annotation | null;
  date: string;
  time: string | null;
  onClose: () => void;
}

export function NoteForm({ siteId, note, date, time, onClose }: NoteFormProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const names = useKindNames();
  const [form, setForm] = useState({
    text: note?.text ?? "",
    date,
    time: time ?? "",
    kind: (note?.kind ?? "note") as WrittenKind,
  });
  const set = (change: Partial<typeof form>) => {
    setForm({ ...form, ...change });
  };
  const save = async (): Promise<void> => {
    const body = { ...form, time: form.time === "" ? null : form.time };
    if (note === null) await ask(api.POST("/api/v1/annotations/{siteId}", { params: { path: { siteId } }, body }));
    else {
      const params = { path: { siteId, annotationId: note.id } };
      await ask(api.PATCH("/api/v1/annotations/{siteId}/{annotationId}", { params, body }));
    }
    await reloadNotes(queryClient, siteId);
  };
  return (
    <SubmitForm
      fields={["text", "date", "time", "kind"]}
      act={note === null ? <Trans>Write note</Trans> : <Trans>Save</Trans>}
      work={save}
      onSent={onClose}
      onCancel={onClose}
    >
      <TextField
        label={t`Text`}
        name="text"
        value={form.text}
        onChange={(text) => {
          set({ text });
        }}
        maxLength={MAX_TEXT_CHARACTERS}
        autoFocus
        isRequired
        autoComplete="off"
        hint={<Trans>Everyone who sees this site’s charts can read it.</Trans>}
      />
      <div className={styles.when}>
        <DayField
          label={t`Day`}
          name="date"
          day={form.date}
          onChoose={(day) => {
            set({ date: day });
          }}
          min={FIRST_DAY}
          max={LAST_DAY}
        />
        <TextField
          label={t`Time (optional)`}
          name="time"
          type="time"
          value={form.time}
          onChange={(chosen) => {
            set({ time: chosen });
          }}
        />
      </div>
      <SelectField
        label={t`Kind`}
        name="kind"
        choices={keysOf(names).map((id) => ({ id, label: names[id] }))}
        chosen={form.kind}
        onChoose={(kind) => {
          set({ kind });
        }}
      />
    </SubmitForm>
  );
}
