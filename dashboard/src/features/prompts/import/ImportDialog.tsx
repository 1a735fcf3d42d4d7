// Imports a file of prompts, after showing what would change. Errors are shown line by line.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DropZone, FileTrigger, type FileDropItem } from "react-aria-components";

import { every } from "../../../api/closed_list";
import { api, ask, type Schemas } from "../../../api/client";
import { Button } from "../../../ui/elements/Button";
import { Actions, Dialog } from "../../../ui/dialogs/Dialog";
import { Checkbox, SelectField } from "../../../ui/fields/fields";
import { Note } from "../../../ui/page/page";
import { FormProblem } from "../../../ui/page/Problem";
import { useSubmission } from "../../../ui/hooks/submit";
import { Table } from "../../../ui/tables/Table";
import { useForms } from "../../../words/forms";
import { MEDIA_TYPES, formatOf, type FileFormat } from "./import_file";
import styles from "./ImportDialog.module.css";
import { fileProblem, reasonWords } from "./reason_words";

type Mode = Schemas["ImportMode"];
const MODES = every<Mode>()(["upsert", "create", "replace"]);
type Report = Schemas["Imported"];

interface Chosen {
  name: string;
  bytes: ArrayBuffer;
  form: FileFormat;
}

interface ImportOptions {
  mode: Mode;
  partial: boolean;
}

function send(
  siteId: string,
  { bytes, form }: Chosen,
  { mode, partial }: ImportOptions,
  dryRun: boolean,
): Promise<Report> {
  return ask(
    api.POST("/api/v1/prompts/{siteId}/import", {
      params: { path: { siteId }, query: { mode, dryRun, ...(partial ? { partial } : {}) } },
      // The file, unchanged: the service reads each format itself, and names the line of each error.
      body: bytes as never,
      bodySerializer: (body) => body as unknown as ArrayBuffer,
      headers: { "content-type": MEDIA_TYPES[form] },
    }),
  );
}

export function ImportDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [options, setOptions] = useState<ImportOptions>({ mode: "upsert", partial: false });
  const [report, setReport] = useState<Report | null>(null);
  const { isPending, failure, send: submit, forget } = useSubmission();
  const look = async (file: Chosen, as: ImportOptions): Promise<void> => {
    setReport(null);
    await submit(async () => {
      setReport(await send(siteId, file, as, true));
    });
  };
  const take = async (file: File): Promise<void> => {
    const bytes = await file.arrayBuffer();
    const next = { name: file.name, bytes, form: formatOf(file.name, new TextDecoder().decode(bytes.slice(0, 100))) };
    setChosen(next);
    await look(next, options);
  };
  const change = (next: ImportOptions): void => {
    setOptions(next);
    if (chosen !== null) void look(chosen, next);
  };
  const run = async (): Promise<void> => {
    if (chosen === null) return;
    await submit(async () => {
      setReport(await send(siteId, chosen, options, false));
      await queryClient.invalidateQueries({ queryKey: ["prompts", siteId] });
    });
  };
  const problem = fileProblem(failure);
  const isDone = report !== null && !report.dryRun;
  const changes = report === null ? 0 : report.created + report.updated + (report.deleted ?? 0);
  const isRefused = report !== null && report.failed > 0 && !options.partial;
  const modes: Record<Mode, string> = {
    upsert: t`Add new prompts and update existing ones`,
    create: t`Only add new prompts`,
    replace: t`Replace all prompts with the file`,
  };
  return (
    <Dialog title={isDone ? t`Imported` : t`Import prompts`} isOpen onClose={onClose}>
      {isDone ? null : (
        <>
          <FileChoice chosen={chosen} onFile={(file) => void take(file)} />
          <SelectField
            label={t`If a prompt already exists`}
            choices={MODES.map((id) => ({ id, label: modes[id] }))}
            chosen={options.mode}
            onChoose={(mode) => {
              change({ ...options, mode });
            }}
          />
        </>
      )}
      {problem === null ? (
        <FormProblem failure={failure} />
      ) : (
        <Note tone="bad" isAlert>
          {problem}
        </Note>
      )}
      <div role="status" className={styles.report}>
        {report === null || chosen === null ? (
          isPending ? (
            <Trans>Reading the file…</Trans>
          ) : null
        ) : (
          <ReportView report={report} />
        )}
      </div>
      {report !== null && !isDone && report.failed > 0 ? (
        <Checkbox
          isSelected={options.partial}
          onChange={(partial) => {
            change({ ...options, partial });
          }}
          hint={t`If items are skipped, no prompts are deleted.`}
        >
          <Trans>Skip invalid items</Trans>
        </Checkbox>
      ) : null}
      <Actions>
        {isDone ? (
          <Button look="primary" onPress={onClose}>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              look="primary"
              isPending={isPending}
              isDisabled={report === null || changes === 0 || isRefused}
              onPress={() => {
                forget();
                void run();
              }}
            >
              {changes === 0 ? (
                <Trans>Import</Trans>
              ) : (
                <Plural value={changes} one="Apply # change" other="Apply # changes" />
              )}
            </Button>
          </>
        )}
      </Actions>
    </Dialog>
  );
}

function FileChoice({ chosen, onFile }: { chosen: Chosen | null; onFile: (file: File) => void }) {
  const { t } = useLingui();
  return (
    <DropZone
      className={styles.drop}
      aria-label={t`Drop a file here`}
      onDrop={(event) => {
        const file = event.items.find((item): item is FileDropItem => item.kind === "file");
        if (file !== undefined) void file.getFile().then(onFile);
      }}
    >
      <span className={styles.file}>
        {chosen === null ? (
          <Trans>CSV, JSON or NDJSON, in the format of the export. Drop the file here, or</Trans>
        ) : (
          <strong>{chosen.name}</strong>
        )}
      </span>
      <FileTrigger
        acceptedFileTypes={[".csv", ".tsv", ".txt", ".json", ".ndjson", ".jsonl", ...Object.values(MEDIA_TYPES)]}
        onSelect={(files) => {
          const file = files?.[0];
          if (file !== undefined) onFile(file);
        }}
      >
        <Button>{chosen === null ? <Trans>Choose a file</Trans> : <Trans>Choose another file</Trans>}</Button>
      </FileTrigger>
    </DropZone>
  );
}

function ReportView({ report }: { report: Report }) {
  const forms = useForms();
  const { dryRun, created, updated, skipped, failed, deleted = 0, errors, warnings } = report;
  return (
    <>
      <p className={styles.what}>
        {dryRun ? <Trans>Preview. Nothing is changed yet.</Trans> : <Trans>The prompts were saved:</Trans>}
      </p>
      <dl className={styles.counts}>
        <div>
          <dt>
            <Trans>new</Trans>
          </dt>
          <dd>{forms.number(created)}</dd>
        </div>
        <div>
          <dt>
            <Trans>edited</Trans>
          </dt>
          <dd>{forms.number(updated)}</dd>
        </div>
        <div>
          <dt>
            <Trans>unchanged</Trans>
          </dt>
          <dd>{forms.number(skipped)}</dd>
        </div>
        <div data-bad={failed > 0 || undefined}>
          <dt>
            <Trans>invalid</Trans>
          </dt>
          <dd>{forms.number(failed)}</dd>
        </div>
        {deleted === 0 ? null : (
          <div data-bad="">
            <dt>
              <Trans>deleted</Trans>
            </dt>
            <dd>{forms.number(deleted)}</dd>
          </div>
        )}
      </dl>
      {dryRun && deleted > 0 ? (
        <Note tone="warn">
          <Plural
            value={deleted}
            one="# prompt that is not in the file would be deleted."
            other="# prompts that are not in the file would be deleted."
          />
        </Note>
      ) : null}
      <Reasons rows={errors} isBad />
      <Reasons rows={warnings} />
    </>
  );
}

function Reasons({ rows, isBad = false }: { rows: Report["errors"]; isBad?: boolean }) {
  const { t } = useLingui();
  if (rows.length === 0) return null;
  const title = isBad ? t`Errors` : t`Differences from the file`;
  return (
    <div className={styles.reasons} role="region" tabIndex={0} aria-label={title}>
      <Table
        look=""
        caption={title}
        rows={rows.map((row, place) => ({ ...row, place }))}
        idOf={({ index, code, place }) => `${String(index)} ${code} ${String(place)}`}
        columns={[
          { head: t`Line`, cell: ({ line }) => line },
          {
            head: t`Reason`,
            cell: ({ path, code, message }) => (
              <>
                {path === "" ? null : <code className={styles.field}>{path}</code>}
                {reasonWords({ code, message, path })}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}
