// The slot of a chart that the pointer or the arrow keys are on.

import { useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from "react";

import { clickSlot, openSlot, type PlotNotes } from "./notes";

/**
 * The slot, and the events of the drawing that move and open it. `slotAt` returns the slot at a distance from the left
 * edge; it may be one that does not exist.
 */
export function useCrosshair(count: number, notes: PlotNotes | undefined, slotAt: (x: number) => number) {
  const [pointed, setPointed] = useState<number | null>(null);
  const last = count - 1;
  const leave = (): void => {
    setPointed(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Partial<Record<string, number>> = {
      ArrowLeft: Math.max(0, (pointed ?? last + 1) - 1),
      ArrowRight: Math.min(last, (pointed ?? last - 1) + 1),
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setPointed(next);
    } else if (event.key === "Escape") leave();
    else if (event.key === "Enter" && pointed !== null && openSlot(notes, pointed)) event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const slot = slotAt(event.clientX - event.currentTarget.getBoundingClientRect().left);
    setPointed(slot >= 0 && slot <= last ? slot : null);
  };
  const onClick = (event: MouseEvent): void => {
    clickSlot(notes, pointed, event);
  };
  return { pointed, setPointed, events: { onKeyDown, onBlur: leave, onPointerLeave: leave, onPointerMove, onClick } };
}
