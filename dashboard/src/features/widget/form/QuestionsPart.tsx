// What readers can ask: other kinds of prompts, their own question, suggested questions. The site's own prompt is
// always offered.

import { Trans, useLingui } from "@lingui/react/macro";

import { Button, IconButton } from "../../../ui/elements/Button";
import { SelectField, TextField } from "../../../ui/fields/fields";
import { Card } from "../../../ui/page/page";
import { Switch } from "../../../ui/fields/Switch";
import { withMoved, newListId, type Draft } from "../draft";
import { SettingMessages, memoPart, type PartProps } from "./part";
import styles from "../WidgetPage.module.css";

const MAX_QUESTIONS = 20;
const MAX_SHOWN = 10;
const MAX_CHARACTERS = 200;

export const QuestionsPart = memoPart(
  ["questions", "intents"],
  function QuestionsPart({ draft, set, warnings, failure }: PartProps<"questions" | "intents">) {
    const { t } = useLingui();
    const { questions, intents } = draft;
    const change = (part: Partial<Draft["questions"]>) => {
      set({ questions: { ...questions, ...part } });
    };
    return (
      <Card title={t`Questions`}>
        <div className={styles.inside}>
          <Switch
            isSelected={intents.enabled}
            onChange={(enabled) => {
              set({ intents: { enabled } });
            }}
          >
            <Trans>Summarize · Explain · Compare</Trans>
          </Switch>
          <Switch
            isSelected={questions.own}
            onChange={(own) => {
              change({ own });
            }}
            hint={t`The text of the question goes only to the assistant. Nobody else sees it.`}
          >
            <Trans>Let readers ask their own question</Trans>
          </Switch>
          <Switch
            isSelected={questions.enabled}
            onChange={(enabled) => {
              change({ enabled });
            }}
          >
            <Trans>Suggested questions</Trans>
          </Switch>
          {questions.enabled ? <Items questions={questions} change={change} /> : null}
          <SettingMessages at="questions" warnings={warnings} failure={questions.enabled ? null : failure} />
        </div>
      </Card>
    );
  },
);

function Items({
  questions,
  change,
}: {
  questions: Draft["questions"];
  change: (part: Partial<Draft["questions"]>) => void;
}) {
  const { t } = useLingui();
  const { items, max } = questions;
  return (
    <>
      {items.length === 0 ? null : (
        <ul className={styles.questions} aria-label={t`Suggested questions`}>
          {items.map(({ id, text }, place) => (
            <li key={id}>
              <TextField
                label={t`Question ${place + 1}`}
                name={`questions.items[${String(place)}].text`}
                value={text}
                maxLength={MAX_CHARACTERS}
                isRequired
                onChange={(words) => {
                  change({ items: items.map((item) => (item.id === id ? { ...item, text: words } : item)) });
                }}
              />
              <span className={styles.acts}>
                <IconButton
                  icon="up"
                  label={t`Move question ${place + 1} up`}
                  isDisabled={place === 0}
                  onPress={() => {
                    change({ items: withMoved(items, place, place - 1) });
                  }}
                />
                <IconButton
                  icon="down"
                  label={t`Move question ${place + 1} down`}
                  isDisabled={place === items.length - 1}
                  onPress={() => {
                    change({ items: withMoved(items, place, place + 1) });
                  }}
                />
                <IconButton
                  icon="close"
                  label={t`Remove question ${place + 1}`}
                  onPress={() => {
                    change({ items: items.filter((item) => item.id !== id) });
                  }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          icon="plus"
          isDisabled={items.length >= MAX_QUESTIONS}
          onPress={() => {
            change({ items: [...items, { id: newListId(items), text: "" }] });
          }}
        >
          <Trans>Add a question</Trans>
        </Button>
      </div>
      <SelectField
        label={t`Number shown`}
        name="questions.max"
        chosen={String(max)}
        onChoose={(count) => {
          change({ max: Number(count) });
        }}
        choices={Array.from({ length: Math.max(MAX_SHOWN, max) }, (_, place) => ({
          id: String(place + 1),
          label: String(place + 1),
        }))}
      />
    </>
  );
}
