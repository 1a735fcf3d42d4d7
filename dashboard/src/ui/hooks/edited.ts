// Saving a form that others may save as well. Before anything is sent, what is there now is read: what someone else changed stays,
// and what both changed is shown to the person, who chooses. The version that was read goes with the change, so that nobody's
// words are lost in between.

import { useState } from "react";

import { ApiFailure } from "../../api/failure";
import { useSubmission } from "./submit";

/** Others may save between the read and the change; nobody is that fast for long. */
const MAX_TRIES = 3;

interface Editable<Form, Field extends keyof Form, Version> {
  /** What is there when the form is opened. */
  start: Form;
  /** Whether anything in `form` differs from what the person saw. */
  isChanged: (form: Form, seen: Form) => boolean;
  /** What someone else changed, since the form was filled, and this person changes as well, to something else. */
  clashesOf: (form: Form, seen: Form, present: Form) => readonly Field[];
  /** This person's own changes on top of what is there now. */
  mergedOf: (form: Form, seen: Form, present: Form) => Form;
  read: () => Promise<{ present: Form; version: Version }>;
  /** Sends what changed, to be refused where `version` is no longer the newest; what is there then. */
  write: (form: Form, seen: Form, version: Version) => Promise<Form>;
}

export interface Edited<Form, Field extends keyof Form> {
  form: Form;
  /** What the person has seen, also of others' changes. */
  seen: Form;
  set: (change: Partial<Form>) => void;
  isChanged: boolean;
  isSaved: boolean;
  isPending: boolean;
  failure: unknown;
  fieldErrors: Record<string, string[]>;
  save: () => void;
  discard: () => void;
  /** What both changed, while the person is asked. */
  stale: { fields: readonly Field[]; present: Form } | null;
  keepMine: () => void;
  takeTheirs: () => void;
  backToForm: () => void;
}

export function useEdited<Form extends object, Field extends keyof Form, Version>(of: Editable<Form, Field, Version>): Edited<Form, Field> {
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
    form, seen, isSaved, isPending, failure, fieldErrors, stale,
    isChanged: of.isChanged(form, seen),
    set: (change) => {
      setForm({ ...form, ...change });
      setSaved(false);
    },
    save: () => { save(form, seen); },
    discard: () => { setForm(seen); },
    backToForm: () => { setStale(null); },
    keepMine: () => {
      if (stale === null) return;
      // What the others wrote has been seen now, and is replaced knowingly.
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
