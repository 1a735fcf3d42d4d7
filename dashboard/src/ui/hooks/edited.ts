// Saves a form that several people may edit. Before saving, the current values are read: fields that only someone else
// changed keep their values; for fields that both changed, the person chooses. The version that was read is sent with
// the change, so that a save in between is not overwritten.

import { useState } from "react";

import { ApiFailure } from "../../api/failure";
import { useSubmission } from "./submit";

/**
 * The maximum number of attempts to save. An attempt fails if someone else saves in between; more attempts are unlikely
 * to be needed.
 */
const MAX_TRIES = 3;

interface Editable<Form, Field extends keyof Form, Version> {
  /** The values when the form was opened. */
  start: Form;
  /** Whether `form` differs from the values that the person saw. */
  isChanged: (form: Form, seen: Form) => boolean;
  /** The fields that both the person and someone else changed, to different values. */
  clashesOf: (form: Form, seen: Form, present: Form) => readonly Field[];
  /** The current values with this person's changes. */
  mergedOf: (form: Form, seen: Form, present: Form) => Form;
  read: () => Promise<{ present: Form; version: Version }>;
  /** Sends the changes. The service refuses them if `version` is no longer current. Returns the saved values. */
  write: (form: Form, seen: Form, version: Version) => Promise<Form>;
}

export interface Edited<Form, Field extends keyof Form> {
  form: Form;
  /** The values that the person has seen, including changes by others. */
  seen: Form;
  set: (change: Partial<Form>) => void;
  isChanged: boolean;
  isSaved: boolean;
  isPending: boolean;
  failure: unknown;
  fieldErrors: Record<string, string[]>;
  save: () => void;
  discard: () => void;
  /** The fields that both changed, while the person chooses; otherwise null. */
  stale: { fields: readonly Field[]; present: Form } | null;
  keepMine: () => void;
  takeTheirs: () => void;
  backToForm: () => void;
}

export function useEdited<Form extends object, Field extends keyof Form, Version>(
  of: Editable<Form, Field, Version>,
): Edited<Form, Field> {
  const [seen, setSeen] = useState(of.start);
  const [form, setForm] = useState(of.start);
  const [stale, setStale] = useState<Edited<Form, Field>["stale"]>(null);
  const [isSaved, setSaved] = useState(false);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const show = (shown: Form, filled: Form): void => {
    setSeen(shown);
    setForm(filled);
    setStale(null);
  };
  const attempt = async (wanted: Form, before: Form, tries: number): Promise<void> => {
    const { present, version } = await of.read();
    const fields = of.clashesOf(wanted, before, present);
    if (fields.length > 0) {
      setStale({ fields, present });
      return;
    }
    try {
      const saved = await of.write(wanted, before, version);
      show(saved, saved);
      setSaved(true);
    } catch (caught) {
      if (tries <= 1 || !(caught instanceof ApiFailure) || caught.status !== 412) throw caught;
      await attempt(wanted, before, tries - 1);
    }
  };
  const save = (wanted: Form, before: Form) => void send(() => attempt(wanted, before, MAX_TRIES));
  return {
    form,
    seen,
    isSaved,
    isPending,
    failure,
    fieldErrors,
    stale,
    isChanged: of.isChanged(form, seen),
    set: (change) => {
      setForm({ ...form, ...change });
      setSaved(false);
    },
    save: () => {
      save(form, seen);
    },
    discard: () => {
      setForm(seen);
    },
    backToForm: () => {
      setStale(null);
    },
    keepMine: () => {
      if (stale === null) return;
      // The person has now seen the other version and overwrites it knowingly.
      const merged = of.mergedOf(form, seen, stale.present);
      show(stale.present, merged);
      save(merged, stale.present);
    },
    takeTheirs: () => {
      if (stale === null) return;
      const { fields, present } = stale;
      const filled = { ...of.mergedOf(form, seen, present) };
      for (const field of fields) filled[field] = present[field];
      show(present, filled);
    },
  };
}
