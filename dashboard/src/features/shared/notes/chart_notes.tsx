// The notes of a chart on its axis. A dialog shows and writes them.

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";

import { usePlace } from "../../../shell/place";
import type { PlotNotes } from "../../../ui/charts/notes";
import { part } from "../../../ui/loading/part";
import { annotationsQuery } from "./queries";
import { dayOfSlot, slotFinder, type Axis } from "./slots";
import { isWritten, useNoteText } from "./words";
import type { Shown } from "./NotesDialog";

const NotesDialog = part(() => import("./NotesDialog").then(({ NotesDialog: component }) => component));

interface Range {
  from: string;
  to: string;
  timezone: string;
}

/** The notes of a site for a chart of these dates, and the dialog to render beside the chart. */
export function useChartNotes(
  siteId: string,
  range: Range | undefined,
  axis: Pick<Axis, "dates" | "interval">,
): { notes: PlotNotes | undefined; dialog: ReactNode } {
  const { org } = usePlace();
  const textOf = useNoteText();
  const [shown, setShown] = useState<Shown | null>(null);
  const { data } = useQuery({
    ...annotationsQuery(siteId, range?.from ?? "", range?.to ?? ""),
    enabled: range !== undefined,
  });
  const mayWrite = org !== undefined && org.role !== "viewer";
  const timezone = range?.timezone;
  const { dates, interval } = axis;
  const notes = useMemo((): PlotNotes | undefined => {
    if (timezone === undefined) return undefined;
    const whole: Axis = { dates, interval, timezone };
    const slotOf = slotFinder(whole);
    return {
      notes: (data ?? []).flatMap((note) => {
        const slot = slotOf(note);
        return slot === null ? [] : [{ id: note.id, slot, text: textOf(note), isWritten: isWritten(note) }];
      }),
      onOpen: (ids) => {
        setShown({ kind: "list", ids });
      },
      onAdd: mayWrite
        ? (slot) => {
            setShown({ kind: "form", note: null, ...dayOfSlot(whole, slot) });
          }
        : undefined,
    };
    // `textOf` changes only with the language, and then everything is rendered again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data, dates, interval, timezone, mayWrite]);
  const dialog =
    shown === null ? null : (
      <NotesDialog
        siteId={siteId}
        notes={data ?? []}
        mayWrite={mayWrite}
        shown={shown}
        onShow={setShown}
        onClose={() => {
          setShown(null);
        }}
      />
    );
  return { notes, dialog };
}
