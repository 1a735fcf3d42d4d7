// The notes of a mark, each with its author. From here they are written, changed and deleted.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { Actions, Dialog } from "../../../ui/dialogs/Dialog";
import { Button } from "../../../ui/elements/Button";
import { useForms } from "../../../words/forms";
import { NoteForm } from "./NoteForm";
import styles from "./NotesDialog.module.css";
import { reloadNotes, type Annotation } from "./queries";
import { isWritten, useKindNames, useNoteText } from "./words";

export type Shown =
  | { kind: "list"; ids: readonly string[] }
  | { kind: "form"; note: Annotation | null; date: string; time: string | null }
  | { kind: "removal"; note: Annotation };

interface NotesDialogProps {
  siteId: string;
  /** The notes of the chart. */
  notes: readonly Annotation[];
  mayWrite: boolean;
  shown: Shown;
  onShow: (shown: Shown) => void;
  onClose: () => void;
}

export function NotesDialog({ siteId, notes, mayWrite, shown, onShow, onClose }: NotesDialogProps) {
  const { t } = useLingui();
  if (shown.kind === "removal") return <Removal siteId={siteId} note={shown.note} onClose={onClose} />;
  if (shown.kind === "form")
    return (
      <Dialog title={shown.note === null ? t`Write a note` : t`Edit the note`} isOpen onClose={onClose}>
        <NoteForm siteId={siteId} note={shown.note} date={shown.date} time={shown.time} onClose={onClose} />
      </Dialog>
    );
  const listed = notes.filter(({ id }) => shown.ids.includes(id));
  const [first] = listed;
  return (
    <Dialog title={t`Notes`} isOpen onClose={onClose}>
      <ul className={styles.notes}>
        {listed.map((note) => (
          <NoteRow key={note.id} note={note} mayWrite={mayWrite} onShow={onShow} />
        ))}
      </ul>
      <Actions>
        {mayWrite && first !== undefined ? (
          <Button
            onPress={() => {
              onShow({ kind: "form", note: null, date: first.date, time: null });
            }}
          >
            <Trans>Write another</Trans>
          </Button>
        ) : null}
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      </Actions>
    </Dialog>
  );
}

function NoteRow({ note, mayWrite, onShow }: { note: Annotation; mayWrite: boolean; onShow: (shown: Shown) => void }) {
  const forms = useForms();
  const textOf = useNoteText();
  const kinds = useKindNames();
  const { date, time, author, kind } = note;
  const byPerson = isWritten(note);
  const when = time === null ? forms.weekday(date) : `${forms.weekday(date)}, ${time}`;
  return (
    <li>
      <span>
        {textOf(note)}
        <small>
          {when} · {kind === "release" || kind === "outage" ? `${kinds[kind]} · ` : null}
          {author.name}
        </small>
      </span>
      {mayWrite ? (
        <span className={styles.acts}>
          {byPerson ? (
            <Button
              look="quiet"
              onPress={() => {
                onShow({ kind: "form", note, date, time });
              }}
            >
              <Trans>Edit</Trans>
            </Button>
          ) : null}
          <Button
            look="quiet"
            onPress={() => {
              onShow({ kind: "removal", note });
            }}
          >
            {byPerson ? <Trans>Delete</Trans> : <Trans>Hide</Trans>}
          </Button>
        </span>
      ) : null}
    </li>
  );
}

function Removal({ siteId, note, onClose }: { siteId: string; note: Annotation; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const text = useNoteText()(note);
  const byPerson = isWritten(note);
  return (
    <ConfirmDialog
      title={byPerson ? t`Delete this note?` : t`Hide this note?`}
      act={byPerson ? t`Delete` : t`Hide`}
      onConfirm={async () => {
        const params = { path: { siteId, annotationId: note.id } };
        await ask(api.DELETE("/api/v1/annotations/{siteId}/{annotationId}", { params }));
        await reloadNotes(queryClient, siteId);
      }}
      onClose={onClose}
    >
      <Trans>“{text}” is removed from the charts of this site, for everyone.</Trans>
    </ConfirmDialog>
  );
}
