// The form of the widget, its preview, and the button that publishes.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { Form } from "react-aria-components";

import { api, ask, type Schemas } from "../../api/client";
import { ApiFailure } from "../../api/failure";
import { siteQuery } from "../../api/queries";
import { Button } from "../../ui/elements/Button";
import { Card, Note, PageHead, Shortened, Tag } from "../../ui/page/page";
import { useWords } from "../../ui/page/Problem";
import { useDebouncedValue } from "../../ui/hooks/debounced_value";
import { useSubmission } from "../../ui/hooks/submit";
import { Switch } from "../../ui/fields/Switch";
import { part } from "../../ui/loading/part";
import { UnsavedGuard } from "../../ui/forms/UnsavedGuard";
import { violationWords } from "../../words/errors";
import { useForms } from "../../words/forms";
import { warningWords } from "../../words/warnings";
import { AssistantsPart } from "./form/AssistantsPart";
import { bodyOf, draftOf, type Draft } from "./draft";
import { AppearancePart } from "./form/AppearancePart";
import type { PartProps } from "./form/part";
import { MenuPart } from "./form/MenuPart";
import { PlacementPart } from "./form/PlacementPart";
import { Preview } from "./preview/Preview";
import { useKnownPlatforms } from "./known_platforms";
import { previewQuery, versionsQuery } from "./queries";
import { QuestionsPart } from "./form/QuestionsPart";
import { differences } from "./versions/settings";
import { SharePart } from "./form/SharePart";
import { useValueNames } from "./versions/value_names";
import styles from "./WidgetPage.module.css";
import { PrivacyPart, WordingPart } from "./form/WordingPart";

const StaleChoice = part(() => import("../../ui/forms/StaleChoice").then(({ StaleChoice: component }) => component));
const VersionsSheet = part(() => import("./versions/VersionsSheet").then(({ VersionsSheet: component }) => component));
/** How long a setting must stay unchanged before the preview is requested. */
const SETTLE_MS = 200;
/** The settings whose messages are shown at their fields; other messages are shown above the form. */
const PATHS_WITH_FIELD = /^(theme|platforms|customPlatforms|social|questions|menu|placement|labels|privacy)\b/;

type View = Schemas["StoredWidgetConfig"];

export function WidgetEditor({ site }: { site: Schemas["SiteDetail"] }) {
  const { t, i18n } = useLingui();
  const [base, setBase] = useState<View>(site.config);
  const [draft, setDraft] = useState<Draft>(() => draftOf(site.config));
  const take = (view: View): void => {
    setBase(view);
    setDraft(draftOf(view));
  };
  const publishing = usePublishing(site, base, draft, take);
  const { theirs } = publishing;
  const valueNames = useValueNames(draft, theirs !== null);
  const changes = differences(base, draft, valueNames).length;
  // If nothing was changed here, a version that someone else published replaces the form's values.
  if (changes === 0 && site.config.version > base.version) take(site.config);
  const debounced = useDebouncedValue(draft, SETTLE_MS);
  const preview = useQuery(previewQuery(site.id, debounced));
  const failure = publishing.failure ?? (isRefusal(preview.error) ? preview.error : null);
  const fieldErrors = useMemo(() => errorsOf(failure), [failure]);
  const warnings = preview.data?.warnings ?? base.warnings;
  const known = useKnownPlatforms(preview.data);
  const { forget } = publishing;
  const set = useCallback(
    (change: Partial<Draft>) => {
      forget();
      setDraft((now) => ({ ...now, ...change }));
    },
    [forget],
  );
  const part: PartProps = { draft, set, known, isPreviewed: preview.data !== undefined, warnings, failure };
  return (
    <>
      <EditorHead
        site={site}
        base={base}
        changes={changes}
        publishing={publishing}
        onDiscard={() => {
          forget();
          setDraft(draftOf(base));
        }}
        onRestored={take}
      />
      <Problems
        failure={failure}
        previewFailure={preview.error}
        warnings={warnings}
        onRetry={() => void preview.refetch()}
      />
      <div className={styles.columns}>
        <Form
          className={styles.parts}
          validationErrors={fieldErrors}
          onSubmit={(event) => {
            event.preventDefault();
          }}
        >
          <EnabledPart {...part} />
          <AppearancePart {...part} />
          <AssistantsPart {...part} />
          <QuestionsPart {...part} />
          <MenuPart {...part} />
          <SharePart {...part} />
          <PlacementPart {...part} />
          <WordingPart {...part} shown={preview.data?.payload.labels} />
          <PrivacyPart {...part} />
        </Form>
        <div className={styles.beside}>
          <Preview site={site} payload={preview.data?.payload} />
        </div>
      </div>
      <UnsavedGuard isDirty={changes > 0} />
      {theirs === null ? null : (
        <StaleChoice
          what={t`Widget`}
          differences={differences(draft, theirs, valueNames).map(({ title, before, after }) => ({
            field: i18n._(title),
            mine: before,
            theirs: after,
          }))}
          isPending={publishing.isPending}
          onClose={publishing.dismiss}
          onTheirs={() => {
            take(theirs);
            publishing.dismiss();
          }}
          onMine={() => void publishing.publishOver()}
        />
      )}
    </>
  );
}

interface Publishing {
  isPending: boolean;
  failure: unknown;
  isDone: boolean;
  /** The live version, if someone else published it in the meantime. */
  theirs: View | null;
  publish: () => Promise<void>;
  publishOver: () => Promise<void>;
  dismiss: () => void;
  forget: () => void;
}

function usePublishing(site: Schemas["SiteDetail"], base: View, draft: Draft, take: (view: View) => void): Publishing {
  const queryClient = useQueryClient();
  const [theirs, setTheirs] = useState<View | null>(null);
  const [isDone, setDone] = useState(false);
  const { isPending, failure, send, forget } = useSubmission();
  const forgetAll = useCallback(() => {
    setDone(false);
    forget();
  }, [forget]);
  const put = async (version: number): Promise<void> => {
    setDone(false);
    await send(async () => {
      const params = { path: { siteId: site.id }, header: { "If-Match": `"${String(version)}"` } };
      try {
        const stored = await ask(api.PUT("/api/v1/sites/{siteId}/config", { params, body: bodyOf(draft) }));
        take(stored);
        setTheirs(null);
        setDone(true);
        queryClient.setQueryData(siteQuery(site.id).queryKey, (known) =>
          known === undefined ? known : { ...known, config: stored },
        );
        await queryClient.invalidateQueries({ queryKey: versionsQuery(site.id).queryKey });
      } catch (caught) {
        if (!(caught instanceof ApiFailure) || caught.status !== 412) throw caught;
        const present = await queryClient.query({ ...siteQuery(site.id), staleTime: 0 });
        setTheirs(present.config);
      }
    });
  };
  return {
    isPending,
    failure,
    isDone,
    theirs,
    publish: () => put(base.version),
    publishOver: () => put(theirs?.version ?? base.version),
    dismiss: () => {
      setTheirs(null);
    },
    forget: forgetAll,
  };
}

interface EditorHeadProps {
  site: Schemas["SiteDetail"];
  base: View;
  changes: number;
  publishing: Publishing;
  onDiscard: () => void;
  onRestored: (view: View) => void;
}

function EditorHead({ site, base, changes, publishing, onDiscard, onRestored }: EditorHeadProps) {
  const { t } = useLingui();
  const forms = useForms();
  const [isOpen, setOpen] = useState(false);
  const number = base.version;
  return (
    <>
      <PageHead
        title={t`Widget`}
        guide="widget#the-widget-page-of-the-dashboard"
        help={
          <Trans>
            The widget is the part of Askline that your readers see: it opens assistants with your prompts. Readers see
            changes only after you publish.
          </Trans>
        }
        beside={
          <Tag>
            <Shortened brief={<Trans>Version {number}</Trans>}>
              <Trans>
                Version {number}, live since {forms.date(base.updatedAt)}
              </Trans>
            </Shortened>
          </Tag>
        }
      >
        <Button
          onPress={() => {
            setOpen(true);
          }}
        >
          <Trans>Versions</Trans>
        </Button>
        <Button isDisabled={changes === 0} onPress={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
        <Button
          look="primary"
          isDisabled={changes === 0}
          isPending={publishing.isPending}
          onPress={() => void publishing.publish()}
        >
          {changes === 0 ? (
            <Trans>Publish</Trans>
          ) : (
            <Plural value={changes} one="Publish # change" other="Publish # changes" />
          )}
        </Button>
      </PageHead>
      <div role="status" className={styles.status}>
        {publishing.isDone && changes === 0 ? (
          <Note tone="good">
            <Trans>Published. Caches and pages that are already open may show the old version for a few minutes.</Trans>
          </Note>
        ) : null}
      </div>
      {isOpen ? (
        <VersionsSheet
          site={site}
          isDirty={changes > 0}
          onClose={() => {
            setOpen(false);
          }}
          onRestored={(view) => {
            onRestored(view);
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

function EnabledPart({ draft, set }: PartProps) {
  const { t } = useLingui();
  return (
    <Card label={t`Widget`}>
      <div className={`${styles.inside} ${styles.first}`}>
        <Switch
          isSelected={draft.enabled}
          onChange={(enabled) => {
            set({ enabled });
          }}
          hint={t`Turn off to hide it on every page.`}
        >
          <Trans>Show widget</Trans>
        </Switch>
      </div>
    </Card>
  );
}

/** Messages that belong to no field. */
function Problems({
  failure,
  previewFailure,
  warnings,
  onRetry,
}: {
  failure: unknown;
  previewFailure: unknown;
  warnings: PartProps["warnings"];
  onRetry: () => void;
}) {
  const words = useWords();
  const details = failure instanceof ApiFailure ? failure.details : [];
  const general = failure ?? previewFailure;
  const areAtFields = details.length > 0 && details.every(({ path }) => PATHS_WITH_FIELD.test(path));
  return (
    <>
      {general === null || general === undefined ? null : (
        <Note tone="bad" isAlert>
          {areAtFields ? <Trans>Some settings can’t be published. See the marked fields.</Trans> : words(general)}
          {failure === null ? (
            <>
              {" "}
              <Button onPress={onRetry}>
                <Trans>Try again</Trans>
              </Button>
            </>
          ) : null}
        </Note>
      )}
      {warnings
        .filter(({ path }) => !PATHS_WITH_FIELD.test(path))
        .map((warning) => (
          <Note key={warning.code + warning.path} tone="warn">
            {warningWords(warning)}
          </Note>
        ))}
    </>
  );
}

function isRefusal(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 422;
}

/** Messages by field. Fields are named by the API's paths; `SettingMessages` shows messages about other settings. */
function errorsOf(failure: unknown): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const detail of failure instanceof ApiFailure ? failure.details : [])
    (errors[detail.path] ??= []).push(violationWords(detail));
  return errors;
}
