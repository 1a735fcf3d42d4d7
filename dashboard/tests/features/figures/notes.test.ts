// Where notes are on the axis of a chart, and which share a mark.

import { describe, expect, test } from "vitest";

import { dayOfSlot, slotFinder, type Axis } from "../../../src/features/shared/notes/slots";
import { MARK_PX, noteMarks } from "../../../src/ui/charts/notes";

const note = (date: string, time: string | null = null) => ({ date, time });
const axis = (dates: string[], interval: Axis["interval"], timezone = "Europe/Berlin"): Axis => ({
  dates,
  interval,
  timezone,
});

describe("a note", () => {
  test("is at its day, at the week that contains it, or at its hour in the site's time zone", () => {
    const days = slotFinder(axis(["2026-11-20", "2026-11-21"], "day"));
    expect([note("2026-11-21", "09:30"), note("2026-11-19"), note("2026-11-22")].map(days)).toEqual([1, null, null]);
    const weeks = slotFinder(axis(["2026-11-09", "2026-11-16"], "week"));
    expect([note("2026-11-15"), note("2026-11-16"), note("2026-11-08")].map(weeks)).toEqual([0, 1, null]);
    const hours = slotFinder(axis(["2026-11-21T22:00:00Z", "2026-11-21T23:00:00Z", "2026-11-22T00:00:00Z"], "hour"));
    expect([note("2026-11-22", "01:59"), note("2026-11-22"), note("2026-11-21", "22:59")].map(hours)).toEqual([
      2,
      1,
      null,
    ]);
  });
  test("that is begun at a slot has the slot's day, and its time where the chart has hours", () => {
    expect(dayOfSlot(axis(["2026-11-09", "2026-11-16"], "week"), 1)).toEqual(note("2026-11-16"));
    const hours = axis(["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"], "hour");
    for (const slot of [0, 1]) {
      expect(dayOfSlot(hours, slot), "the hour that the end of summer time repeats").toEqual(
        note("2026-10-25", "02:00"),
      );
    }
    expect(slotFinder(hours)(dayOfSlot(hours, 1))).toBe(0);
  });
});

describe("marks", () => {
  test("never overlap, keep every note, and are in the order of the axis", () => {
    for (const step of [3, 9, 24, 40]) {
      const notes = [5, 1, 1, 2, 30, 31].map((slot, place) => ({
        id: String(place),
        slot,
        text: "",
        isWritten: true,
      }));
      const marks = noteMarks(notes, (slot) => slot * step);
      expect(marks.flatMap((mark) => mark.notes.map(({ id }) => id)).sort()).toEqual(["0", "1", "2", "3", "4", "5"]);
      marks.slice(1).forEach(({ x }, place) => {
        expect(x - (marks[place]?.x ?? 0)).toBeGreaterThanOrEqual(MARK_PX);
      });
    }
  });
});
