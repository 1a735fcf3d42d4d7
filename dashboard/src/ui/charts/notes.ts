// The notes of a chart. Neighbors share a mark below the axis, and a day is opened.

import type { MouseEvent } from "react";

/** A note at a slot of the axis. */
export interface SlotNote {
  id: string;
  slot: number;
  text: string;
  /** Whether a person or a program wrote it, and not Askline. */
  isWritten: boolean;
}

export interface PlotNotes {
  notes: readonly SlotNote[];
  /** Shows these notes. */
  onOpen: (ids: readonly string[]) => void;
  /** Begins a note at a slot; undefined if the person may not write notes. */
  onAdd: ((slot: number) => void) | undefined;
}

/** The width and height of a mark, large enough for a finger. */
export const MARK_PX = 24;

export interface NoteMark {
  /** The slot of the first note. */
  slot: number;
  x: number;
  notes: readonly SlotNote[];
}

/** The marks from left to right. Notes whose marks would overlap share one, at the first of them. */
export function noteMarks(notes: readonly SlotNote[], x: (slot: number) => number): NoteMark[] {
  const marks: { slot: number; x: number; notes: SlotNote[] }[] = [];
  for (const note of notes.toSorted((one, other) => one.slot - other.slot)) {
    const last = marks.at(-1);
    if (last !== undefined && x(note.slot) - last.x < MARK_PX) last.notes.push(note);
    else marks.push({ slot: note.slot, x: x(note.slot), notes: [note] });
  }
  return marks;
}

/** The texts of the notes at a slot. */
export function notesAt(notes: PlotNotes | undefined, slot: number): readonly SlotNote[] {
  return notes?.notes.filter((note) => note.slot === slot) ?? [];
}

/** Shows the notes of a slot, or begins one there. Returns whether something was opened. */
export function openSlot(notes: PlotNotes | undefined, slot: number): boolean {
  const ids = notesAt(notes, slot).map(({ id }) => id);
  if (ids.length > 0) notes?.onOpen(ids);
  else if (notes?.onAdd === undefined) return false;
  else notes.onAdd(slot);
  return true;
}

/** A click on a day begins a note, unless it followed a link. A tap does not, because it shows the day's numbers. */
export function clickSlot(notes: PlotNotes | undefined, slot: number | null, event: MouseEvent): void {
  const { nativeEvent } = event;
  const isMouse = !(nativeEvent instanceof PointerEvent) || nativeEvent.pointerType === "mouse";
  if (slot !== null && isMouse && !event.defaultPrevented) notes?.onAdd?.(slot);
}
