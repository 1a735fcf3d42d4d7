// The field for several questions, one per line, and what becomes of each of them.

import { Plural, Trans, useLingui } from "@lingui/react/macro";

import { TextAreaField } from "../../../ui/fields/fields";
import { useForms } from "../../../words/forms";
import { questionLines, type QuestionLine } from "./question_lines";
import styles from "./QuestionLines.module.css";

interface QuestionLinesProps {
  value: string;
  onChange: (value: string) => void;
  /** The questions that the site tracks. */
  tracked: readonly string[];
  /** The most credits that one question costs in 30 days with the chosen schedule; undefined without a schedule. */
  creditsOfOne: number | undefined;
}

export function QuestionLines({ value, onChange, tracked, creditsOfOne }: QuestionLinesProps) {
  const { t } = useLingui();
  const forms = useForms();
  const lines = questionLines(value, tracked);
  const leftOut = lines.filter((line) => line.leftOut !== undefined);
  const count = lines.length - leftOut.length;
  return (
    <div>
      <TextAreaField
        label={t`Questions, one per line`}
        name="query"
        value={value}
        onChange={onChange}
        isRequired
        autoFocus
        rows={8}
        hint={t`Write them as your readers would ask, without your site’s name.`}
      />
      <div className={styles.verdict} aria-live="polite">
        <p>
          <b>
            <Plural value={count} one="# question will be tracked" other="# questions will be tracked" />
          </b>
          {creditsOfOne === undefined || count === 0 ? null : (
            <span>
              <Trans>At most {forms.number(creditsOfOne * count)} credits in 30 days.</Trans>
            </span>
          )}
        </p>
        {leftOut.length === 0 ? null : (
          <ul>
            {leftOut.map((line) => (
              <li key={line.number}>
                <s>{line.text}</s> <Reason line={line} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Reason({ line: { leftOut, sameAs } }: { line: QuestionLine }) {
  switch (leftOut) {
    case "tracked":
      return <Trans>is tracked already</Trans>;
    case "repeated":
      return <Trans>is the same as line {sameAs}</Trans>;
    case "too_long":
      return <Trans>is longer than 500 characters</Trans>;
    case undefined:
      return null;
  }
}
