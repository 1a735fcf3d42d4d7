// The action of a rule and its fields.

import { Trans, useLingui } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { Button, IconButton } from "../../../ui/elements/Button";
import { CheckboxList } from "../../../ui/fields/CheckboxList";
import { Checkbox, SelectField, TextAreaField, TextField } from "../../../ui/fields/fields";
import { Note } from "../../../ui/page/page";
import { platformsOf } from "../../shared/platforms/site_platforms";
import type { Prompt } from "../../shared/prompts/queries";
import { ACTIONS, type QuestionField, type RuleFormProps } from "./rule_form";
import styles from "./RuleSheet.module.css";
import { useActionNames } from "../words";

const MAX_TEXT_CHARACTERS = 1_000;
const MAX_QUESTION_CHARACTERS = 200;
const MAX_QUESTIONS = 20;

interface RuleActionFieldsProps extends RuleFormProps {
  site: Schemas["SiteDetail"];
  prompts: readonly Prompt[];
}

export function RuleActionFields({ site, prompts, form, set }: RuleActionFieldsProps) {
  const { t } = useLingui();
  const names = useActionNames();
  return (
    <>
      <SelectField
        label={t`Action`}
        name="action"
        choices={ACTIONS.map((id) => ({ id, label: names[id] }))}
        chosen={form.action}
        onChoose={(action) => {
          set({ action });
        }}
      />
      {form.action === "use_prompt" ? <PromptChoice prompts={prompts} form={form} set={set} /> : null}
      {form.action === "append" || form.action === "prepend" ? (
        <TextAreaField
          label={t`Text`}
          name="action.text"
          value={form.text}
          onChange={(text) => {
            set({ text });
          }}
          rows={3}
          isRequired
          maxLength={MAX_TEXT_CHARACTERS}
          placeholder={t`Explain technical terms in simple words.`}
          hint={
            <Trans>
              Can contain the placeholders of a prompt, such as <code>{"{{url}}"}</code>, <code>{"{{title}}"}</code>,{" "}
              <code>{"{{siteName}}"}</code>, <code>{"{{language}}"}</code>.
            </Trans>
          }
        />
      ) : null}
      {form.action === "set_questions" ? <Questions form={form} set={set} /> : null}
      {form.action === "hide_platforms" ? (
        <CheckboxList
          label={t`Assistants`}
          name="action.platformIds"
          isRequired
          isShort
          chosen={form.platformIds}
          onChoose={(platformIds) => {
            set({ platformIds });
          }}
        >
          {platformsOf(site, form.platformIds).map(({ id, name }) => (
            <Checkbox key={id} value={id}>
              {name}
            </Checkbox>
          ))}
        </CheckboxList>
      ) : null}
      {form.action === "hide_widget" ? (
        <p className={styles.note}>
          <Trans>The widget is not shown there. Views of these pages are still counted.</Trans>
        </p>
      ) : null}
    </>
  );
}

function PromptChoice({ prompts, form, set }: RuleFormProps & { prompts: readonly Prompt[] }) {
  const { t } = useLingui();
  // The rule's current prompt stays in the list, even if it is no longer active.
  const choices = prompts
    .filter(({ id, status }) => status === "active" || id === form.promptId)
    .map(({ id, name, status }) => ({ id, label: status === "active" ? name : t`${name} (inactive)` }));
  const isGone = form.promptId !== null && !choices.some(({ id }) => id === form.promptId);
  if (choices.length === 0 && !isGone)
    return (
      <Note tone="warn">
        <Trans>The site has no active prompt. Create one first.</Trans>
      </Note>
    );
  const none = { id: "", label: isGone ? t`Deleted prompt` : t`Choose a prompt` };
  return (
    <SelectField
      label={t`Prompt`}
      name="action.promptId"
      choices={form.promptId === null || isGone ? [none, ...choices] : choices}
      chosen={isGone ? "" : (form.promptId ?? "")}
      onChoose={(id) => {
        set({ promptId: id === "" ? null : id });
      }}
      hint={t`Applies to every assistant on these pages.`}
    />
  );
}

function Questions({ form, set }: RuleFormProps) {
  const { t } = useLingui();
  const { questions } = form;
  const change = (place: number, text: string): void => {
    set({ questions: questions.map((one, at) => (at === place ? { ...one, text } : one)) });
  };
  const take = (place: number): void => {
    set({ questions: questions.filter((_, at) => at !== place) });
  };
  const add: QuestionField = { id: null, text: "" };
  return (
    <div className={styles.questions}>
      {questions.map((question, place) => (
        // New questions have no id, so their index is the key.
        <div key={question.id ?? `new-${String(place)}`} className={styles.question}>
          <TextField
            {...(place === 0
              ? { label: t`Questions, in this order`, name: "action.questions" }
              : { label: "", "aria-label": t`Question ${place + 1}` })}
            value={question.text}
            onChange={(text) => {
              change(place, text);
            }}
            maxLength={MAX_QUESTION_CHARACTERS}
            placeholder={t`Which plan fits a team of five?`}
          />
          <span className={place === 0 ? styles.below : undefined}>
            <IconButton
              icon="close"
              label={t`Remove question ${place + 1}`}
              onPress={() => {
                take(place);
              }}
            />
          </span>
        </div>
      ))}
      <div>
        <Button
          icon="plus"
          isDisabled={questions.length >= MAX_QUESTIONS}
          onPress={() => {
            set({ questions: [...questions, add] });
          }}
        >
          <Trans>Add a question</Trans>
        </Button>
      </div>
      <p className={styles.note}>
        {questions.every(({ text }) => text.trim() === "") ? (
          <Trans>If empty, no questions are suggested on these pages.</Trans>
        ) : (
          <Trans>They replace the site’s own questions. Empty lines are ignored.</Trans>
        )}
      </p>
    </div>
  );
}
