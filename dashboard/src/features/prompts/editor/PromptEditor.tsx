// The form of a prompt. Shows the service's findings in the text while a person types.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { Form } from "react-aria-components";

import { api, ask, type Schemas } from "../../../api/client";
import { ApiFailure, errorsAt } from "../../../api/failure";
import { Button, LinkButton } from "../../../ui/elements/Button";
import { TextField } from "../../../ui/fields/fields";
import { Card, PageHead, Tag } from "../../../ui/page/page";
import { FormProblem } from "../../../ui/page/Problem";
import { useRefusedFocus } from "../../../ui/hooks/refused_focus";
import { useSubmission } from "../../../ui/hooks/submit";
import { UnsavedGuard } from "../../../ui/forms/UnsavedGuard";
import { useDebouncedValue } from "../../../ui/hooks/debounced_value";
import { Findings } from "./Findings";
import { MarkedTextField } from "./MarkedTextField";
import {
  MAX_NAME_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  bodyOf,
  editOf,
  formOf,
  isSame,
  withPlaceholder,
  type PromptForm,
} from "./prompt_form";
import styles from "./PromptEditor.module.css";
import { selectPassage } from "./passage";
import { PromptPreview } from "./PromptPreview";
import { PromptSettings } from "./PromptSettings";
import { StalePrompt } from "./StalePrompt";
import { previewQuery, type Prompt } from "../../shared/prompts/queries";
import { useStatusNames } from "../../shared/prompts/words";

const FIELDS = ["name", "kind", "text", "platformIds", "language", "status", "variantGroup", "weight"];
const PLACEHOLDERS = ["url", "title", "siteName", "language", "markdownUrl"] as const;
const PREVIEW_DELAY_MS = 350;

interface PromptEditorProps {
  site: Schemas["SiteDetail"];
  /** Null for a new prompt. */
  prompt: Prompt | null;
  begin: PromptForm;
  /** A prompt without a variant group. After the new prompt is saved, this one is added to its group. */
  groupedWith?: Prompt | null;
}

export function PromptEditor({ site, prompt, begin, groupedWith = null }: PromptEditorProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const statuses = useStatusNames();
  const area = useRef<HTMLTextAreaElement>(null);
  const isSaved = useRef(false);
  // The form's first state. Reloading the same prompt does not overwrite what was typed.
  const [before, setBefore] = useState({ prompt, form: begin });
  const [form, setForm] = useState(begin);
  const [url, setUrl] = useState("");
  const { isPending, failure, send, forget } = useSubmission();
  const node = useRefusedFocus(failure);
  const set = (change: Partial<PromptForm>) => {
    setForm({ ...form, ...change });
  };
  const isDirty = prompt === null ? !isSame(form, begin) : !isSame(form, before.form);

  const shown = useDebouncedValue(
    { text: form.text, platformIds: form.platformIds, language: form.language, url },
    PREVIEW_DELAY_MS,
  );
  const preview = useQuery({ ...previewQuery(site.id, shown), enabled: shown.text.trim() !== "" });
  const isOfText = shown.text === form.text && !preview.isPlaceholderData;
  const findings = isOfText ? (preview.data?.findings ?? []) : [];
  const saveErrors = errorsAt(failure, FIELDS);
  const previewErrors = preview.error === null || !isOfText ? {} : errorsAt(preview.error, ["text", "language"]);
  // The policy's findings are already shown in the text.
  const isPolicy = failure instanceof ApiFailure && failure.code === "PROMPT_POLICY_VIOLATION";
  const fieldErrors = { ...previewErrors, ...(isPolicy && findings.length > 0 ? {} : saveErrors) };

  const save = async (version: number | null): Promise<void> => {
    isSaved.current = await send(async () => {
      const saved =
        before.prompt === null
          ? await ask(
              api.POST("/api/v1/prompts/{siteId}", { params: { path: { siteId: site.id } }, body: bodyOf(form) }),
            )
          : await ask(
              api.PATCH("/api/v1/prompts/{siteId}/{promptId}", {
                params: {
                  path: { siteId: site.id, promptId: before.prompt.id },
                  ...(version === null ? {} : { header: { "If-Match": `"${String(version)}"` } }),
                },
                body: editOf(before.form, form),
              }),
            );
      if (groupedWith !== null) {
        await ask(
          api.PATCH("/api/v1/prompts/{siteId}/{promptId}", {
            params: { path: { siteId: site.id, promptId: groupedWith.id } },
            body: { variantGroup: saved.variantGroup },
          }),
        );
      }
      queryClient.setQueryData(["prompt", site.id, saved.id], saved);
      await queryClient.invalidateQueries({ queryKey: ["prompts", site.id] });
    });
    if (isSaved.current) await navigate({ to: "/sites/$siteId/prompts", params: { siteId: site.id } });
  };
  const insert = (name: string): void => {
    const field = area.current;
    const [from, to] =
      field === null ? [form.text.length, form.text.length] : [field.selectionStart, field.selectionEnd];
    const { text, caret } = withPlaceholder(form.text, from, to, name);
    set({ text });
    // Once the text is rendered, puts the caret after the inserted placeholder.
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(caret, caret);
    });
  };
  const title = prompt === null ? t`New prompt` : prompt.name;
  return (
    <>
      <PageHead
        title={title}
        guide="prompts#in-the-dashboard"
        help={
          <Trans>
            Write what the button asks, with placeholders for what differs by page. The preview shows what each
            assistant gets.
          </Trans>
        }
        beside={
          prompt === null ? null : (
            <Tag tone={prompt.status === "active" ? "good" : "calm"}>{statuses[prompt.status]}</Tag>
          )
        }
      >
        <LinkButton to="/sites/$siteId/prompts" params={{ siteId: site.id }}>
          <Trans>All prompts</Trans>
        </LinkButton>
      </PageHead>
      <div className={styles.columns}>
        <Card label={t`Prompt`}>
          <Form
            ref={node}
            className={styles.form}
            validationErrors={fieldErrors}
            onSubmit={(event) => {
              event.preventDefault();
              // A text that would be refused is not sent; the focus moves to the refused passage instead.
              const [first] = preview.data?.refuses === true ? findings : [];
              if (first === undefined) void save(before.prompt?.version ?? null);
              else selectPassage(area.current, form.text, first);
            }}
          >
            {failure instanceof ApiFailure && (failure.isStale || (isPolicy && findings.length > 0)) ? null : (
              <FormProblem failure={failure} fields={FIELDS} />
            )}
            <TextField
              label={t`Name`}
              name="name"
              value={form.name}
              onChange={(name) => {
                set({ name });
              }}
              isRequired
              maxLength={MAX_NAME_CHARACTERS}
              autoFocus={prompt === null}
              hint={t`Readers don’t see the name.`}
            />
            <MarkedTextField
              label={t`Text`}
              name="text"
              value={form.text}
              onChange={(text) => {
                set({ text });
              }}
              findings={findings}
              maxLength={MAX_TEXT_CHARACTERS}
              area={area}
              isInvalid={findings.length > 0 && preview.data?.refuses === true}
              hint={
                <Trans>
                  {form.text.length} of {MAX_TEXT_CHARACTERS} characters. Readers see the full text before they send it.
                </Trans>
              }
            >
              <Placeholders onInsert={insert} />
            </MarkedTextField>
            <Findings findings={findings} refuses={preview.data?.refuses ?? true} area={area} text={form.text} />
            <PromptSettings site={site} form={form} set={set} />
            <div className={styles.end}>
              {groupedWith === null ? null : (
                <p>
                  <Trans>Once you save, readers get either “{groupedWith.name}” or this prompt.</Trans>
                </p>
              )}
              <LinkButton to="/sites/$siteId/prompts" params={{ siteId: site.id }}>
                <Trans>Cancel</Trans>
              </LinkButton>
              <Button type="submit" look="primary" isPending={isPending} isDisabled={prompt !== null && !isDirty}>
                <Trans>Save</Trans>
              </Button>
            </div>
          </Form>
        </Card>
        <PromptPreview
          preview={preview.data}
          failure={preview.data === undefined ? preview.error : null}
          isEmpty={form.text.trim() === ""}
          isOld={preview.isFetching || !isOfText}
          url={url}
          onUrl={setUrl}
          home={`https://${site.domain}/`}
        />
      </div>
      <UnsavedGuard isDirty={isDirty} isLeavingAllowed={() => isSaved.current} />
      {failure instanceof ApiFailure && failure.isStale && before.prompt !== null ? (
        <StalePrompt
          siteId={site.id}
          prompt={before.prompt}
          form={form}
          isPending={isPending}
          onClose={forget}
          onMine={(version) => void save(version)}
          onTheirs={(theirs) => {
            setBefore({ prompt: theirs, form: formOf(theirs) });
            setForm(formOf(theirs));
            forget();
          }}
        />
      ) : null}
    </>
  );
}

function Placeholders({ onInsert }: { onInsert: (name: string) => void }) {
  const { t } = useLingui();
  const words: Record<(typeof PLACEHOLDERS)[number], string> = {
    url: t`Page URL`,
    title: t`Page title`,
    siteName: t`Site name`,
    language: t`Page language`,
    markdownUrl: t`Markdown URL`,
  };
  return (
    <div className={styles.placeholders} role="group" aria-label={t`Insert placeholder`}>
      {PLACEHOLDERS.map((name) => (
        <Button
          key={name}
          icon="plus"
          aria-label={t`Insert ${words[name]}`}
          onPress={() => {
            onInsert(name);
          }}
        >
          {words[name]}
        </Button>
      ))}
    </div>
  );
}
