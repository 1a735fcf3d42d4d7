// The marks of notes below the axis of a chart. Each is a button that shows its notes.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Button as AriaButton } from "react-aria-components";

import { Icon } from "../elements/Icon";
import { MARK_PX, noteMarks, notesAt, type PlotNotes } from "./notes";
import styles from "./NoteMarks.module.css";

interface NoteMarksProps {
  notes: PlotNotes;
  slots: readonly { name: string }[];
  /** The middle of a slot. */
  x: (slot: number) => number;
  /** The right edge of the chart. */
  width: number;
  /** Called with the slot that the pointer or the focus is on. */
  onPoint: (slot: number | null) => void;
}

export function NoteMarks({ notes, slots, x, width, onPoint }: NoteMarksProps) {
  const { t } = useLingui();
  const middle = (slot: number) => Math.min(Math.max(x(slot), MARK_PX / 2), width - MARK_PX / 2);
  return (
    <div className={styles.strip}>
      {noteMarks(notes.notes, middle).map((mark) => {
        const name = slots[mark.slot]?.name ?? "";
        const texts = mark.notes.map(({ text }) => text).join("; ");
        const count = mark.notes.length;
        return (
          <AriaButton
            key={mark.notes[0]?.id}
            className={styles.mark}
            style={{ left: mark.x - MARK_PX / 2 }}
            aria-haspopup="dialog"
            aria-label={count > 1 ? t`Notes, ${name} (${count}): ${texts}` : t`Notes, ${name}: ${texts}`}
            onPress={() => {
              notes.onOpen(mark.notes.map(({ id }) => id));
            }}
            onHoverStart={() => {
              onPoint(mark.slot);
            }}
            onHoverEnd={() => {
              onPoint(null);
            }}
            onFocus={() => {
              onPoint(mark.slot);
            }}
            onBlur={() => {
              onPoint(null);
            }}
          >
            {count > 1 ? (
              <b data-count={count} />
            ) : (
              <Icon name={mark.notes[0]?.isWritten === true ? "flag" : "settings"} />
            )}
          </AriaButton>
        );
      })}
    </div>
  );
}

/** The notes of a slot, in the box with its numbers. */
export function NotesOfSlot({ notes, slot }: { notes: PlotNotes | undefined; slot: number }) {
  const shown = notesAt(notes, slot);
  if (shown.length === 0) return null;
  const [first, ...more] = shown;
  return (
    <em className={styles.text}>
      {first?.text}
      {more.length === 0 ? null : (
        <small>
          <Plural value={more.length} one="and # more note" other="and # more notes" />
        </small>
      )}
    </em>
  );
}

/** Begins a note on the last slot, and says how to begin one on another. For people who may write notes. */
export function NoteStart({ notes, slots }: { notes: PlotNotes | undefined; slots: readonly unknown[] }) {
  const onAdd = notes?.onAdd;
  return onAdd === undefined ? null : (
    <span className={styles.start}>
      <AriaButton
        className={styles.write}
        onPress={() => {
          onAdd(slots.length - 1);
        }}
      >
        <Trans>Write a note</Trans>
      </AriaButton>{" "}
      <span className={styles.hint}>
        <Trans>or click a day</Trans>
      </span>
    </span>
  );
}
