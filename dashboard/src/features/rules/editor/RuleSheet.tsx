// The form of a rule: its pages, its action, and its dates.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask, type Schemas } from "../../../api/client";
import { ApiFailure, errorsAt } from "../../../api/failure";
import { Button } from "../../../ui/elements/Button";
import { Actions, Dialog } from "../../../ui/dialogs/Dialog";
import { Checkbox, SelectField, TextAreaField, TextField } from "../../../ui/fields/fields";
import { Note } from "../../../ui/page/page";
import { part } from "../../../ui/loading/part";
import { FormProblem } from "../../../ui/page/Problem";
import { Sheet } from "../../../ui/dialogs/Sheet";
import { useRefusedFocus } from "../../../ui/hooks/refused_focus";
import { useSubmission } from "../../../ui/hooks/submit";
import { Loading } from "../../../ui/loading/Loaded";
import type { Prompt } from "../../shared/prompts/queries";
import { PatternFields } from "./PatternFields";
import type { Rule } from "../queries";
import { FIELDS, TIMES, bodyOf, formOf, newRule, type RuleForm, type RuleFormProps, type Times } from "./rule_form";
import { RuleActionFields } from "./RuleActionFields";
import styles from "./RuleSheet.module.css";
import { StaleRule } from "./StaleRule";
import "../../../words/policy";

const DayField = part(
  () => import("../../../ui/fields/DayField").then(({ DayField: component }) => component),
  Loading,
);
const MAX_NAME_CHARACTERS = 80;
const FIRST_DAY = "2020-01-01";
const LAST_DAY = "2099-12-31";

export interface RuleSheetProps {
  site: Schemas["SiteDetail"];
  prompts: readonly Prompt[];
  /** A rule's id, or `new`. */
  ruleId: string;
  rules: readonly Rule[];
  onClose: () => void;
}

export function RuleSheet({ site, prompts, ruleId, rules, onClose }: RuleSheetProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  // The form's first state. Reloading the list does not overwrite what was typed.
  const [before, setBefore] = useState<Rule | null>(() => rules.find(({ id }) => id === ruleId) ?? null);
  const [begin, setBegin] = useState<RuleForm>(() => (before === null ? newRule(rules) : formOf(before)));
  const [form, setForm] = useState(begin);
  const [isLeaving, setLeaving] = useState(false);
  const { isPending, failure, send, forget } = useSubmission();
  const node = useRefusedFocus(failure);
  const set = (change: Partial<RuleForm>) => {
    setForm({ ...form, ...change });
  };
  const isNew = ruleId === "new";
  if (!isNew && before === null)
    return (
      <Sheet title={t`Not found`} onClose={onClose}>
        <p>
          <Trans>This rule was deleted, or the address is wrong.</Trans>
        </p>
      </Sheet>
    );
  const isDirty = JSON.stringify(form) !== JSON.stringify(begin);
  const close = (): void => {
    if (isDirty) setLeaving(true);
    else onClose();
  };
  const save = async (updatedAt: string | null): Promise<void> => {
    const isSaved = await send(async () => {
      const body = bodyOf(form, before);
      if (before === null)
        await ask(api.POST("/api/v1/rules/{siteId}", { params: { path: { siteId: site.id } }, body }));
      else {
        const params = {
          path: { siteId: site.id, ruleId: before.id },
          ...(updatedAt === null ? {} : { header: { "If-Match": `"${updatedAt}"` } }),
        };
        await ask(api.PUT("/api/v1/rules/{siteId}/{ruleId}", { params, body }));
      }
      await queryClient.invalidateQueries({ queryKey: ["rules", site.id] });
    });
    if (isSaved) onClose();
  };
  return (
    <Sheet title={before === null ? t`New rule` : before.name} onClose={close}>
      <Form
        ref={node}
        className={styles.form}
        validationErrors={errorsAt(failure, FIELDS)}
        onSubmit={(event) => {
          event.preventDefault();
          void save(before?.updatedAt ?? null);
        }}
      >
        {failure instanceof ApiFailure && failure.isStale ? null : <RuleProblem failure={failure} />}
        <TextField
          label={t`Name`}
          name="name"
          value={form.name}
          onChange={(name) => {
            set({ name });
          }}
          isRequired
          maxLength={MAX_NAME_CHARACTERS}
          autoFocus={isNew}
          hint={isNew && rules.length > 0 ? t`New rules go first.` : undefined}
        />
        <h3 className={styles.part}>
          <Trans>Pages</Trans>
        </h3>
        <PatternFields site={site} form={form} set={set} />
        <div className={styles.pair}>
          <TextAreaField
            label={t`Hosts`}
            name="match.hosts"
            value={form.hosts}
            onChange={(hosts) => {
              set({ hosts });
            }}
            rows={1}
            placeholder={`www.${site.domain}`}
            hint={t`One per line. Leave empty for every host.`}
          />
          <TextField
            label={t`Only in these languages`}
            name="match.languages"
            value={form.languages}
            onChange={(languages) => {
              set({ languages });
            }}
            placeholder="de, pt-BR"
            hint={t`Language tags, separated by commas. Leave empty for every language.`}
          />
        </div>
        <h3 className={styles.part}>
          <Trans>Action</Trans>
        </h3>
        <RuleActionFields site={site} prompts={prompts} form={form} set={set} />
        <h3 className={styles.part}>
          <Trans>Schedule</Trans>
        </h3>
        <TimeFields form={form} set={set} />
        <Checkbox
          isSelected={form.enabled}
          onChange={(enabled) => {
            set({ enabled });
          }}
          hint={t`Disabled rules are kept but not applied.`}
        >
          <Trans>Enabled</Trans>
        </Checkbox>
        <Actions>
          <Button onPress={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" look="primary" isPending={isPending} isDisabled={!isNew && !isDirty}>
            <Trans>Save</Trans>
          </Button>
        </Actions>
      </Form>
      {failure instanceof ApiFailure && failure.isStale && before !== null ? (
        <StaleRule
          siteId={site.id}
          rule={before}
          form={form}
          prompts={prompts}
          isPending={isPending}
          onClose={forget}
          onMine={(updatedAt) => void save(updatedAt)}
          onTheirs={(theirs) => {
            setBefore(theirs);
            setBegin(formOf(theirs));
            setForm(formOf(theirs));
            forget();
          }}
        />
      ) : null}
      {isLeaving ? (
        <Dialog
          title={t`Discard unsaved changes?`}
          role="alertdialog"
          isOpen
          onClose={() => {
            setLeaving(false);
          }}
        >
          <p>
            <Trans>Your changes are not saved yet.</Trans>
          </p>
          <Actions>
            <Button onPress={onClose}>
              <Trans>Discard</Trans>
            </Button>
            <Button
              look="primary"
              autoFocus
              onPress={() => {
                setLeaving(false);
              }}
            >
              <Trans>Keep editing</Trans>
            </Button>
          </Actions>
        </Dialog>
      ) : null}
    </Sheet>
  );
}

/**
 * The message above the form. For a policy violation it is a general one, because the fields name the refused passages.
 */
function RuleProblem({ failure }: { failure: unknown }) {
  if (failure instanceof ApiFailure && failure.code === "PROMPT_POLICY_VIOLATION") {
    return (
      <Note tone="bad" isAlert>
        <Trans>Readers send this in their own name, so it must only ask about the page.</Trans>
      </Note>
    );
  }
  if (
    failure instanceof ApiFailure &&
    failure.details.length > 0 &&
    failure.details.every(({ path }) => FIELDS.some((name) => path === name || path.startsWith(`${name}[`)))
  )
    return null;
  return <FormProblem failure={failure} />;
}

function TimeFields({ form, set }: RuleFormProps) {
  const { t } = useLingui();
  const words: Record<Times, string> = {
    always: t`Always`,
    from: t`From a date`,
    until: t`Until a date`,
    between: t`Between two dates`,
  };
  return (
    <>
      <SelectField
        label={t`Period`}
        choices={TIMES.map((id) => ({ id, label: words[id] }))}
        chosen={form.times}
        onChoose={(times) => {
          set({ times });
        }}
      />
      {form.times === "always" ? null : (
        <div className={styles.pair}>
          {form.times === "until" ? null : (
            <DayField
              label={t`Start date`}
              name="startsAt"
              day={form.firstDay}
              onChoose={(firstDay) => {
                set({ firstDay });
              }}
              min={FIRST_DAY}
              max={form.lastDay === "" || form.times === "from" ? LAST_DAY : form.lastDay}
            />
          )}
          {form.times === "from" ? null : (
            <DayField
              label={t`End date`}
              name="endsAt"
              day={form.lastDay}
              onChoose={(lastDay) => {
                set({ lastDay });
              }}
              min={form.firstDay === "" || form.times === "until" ? FIRST_DAY : form.firstDay}
              max={LAST_DAY}
              hint={t`Applies through the end of this day, in your local time.`}
            />
          )}
        </div>
      )}
    </>
  );
}
