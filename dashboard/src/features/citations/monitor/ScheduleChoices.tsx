// What schedules and samples cost and find, before one is chosen. Every number comes from the API.

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import type { Schemas } from "../../../api/client";
import { Note } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import { useForms } from "../../../words/forms";
import { useDaysInWords } from "../../shared/citations/days_in_words";
import type { Engine } from "../../shared/citations/engines";
import { choicesQuery } from "../queries";
import styles from "./ScheduleChoices.module.css";

type Choice = Schemas["MonitorChoice"];
type Chosen = Pick<Choice, "samplesPerRun"> & { cadence: Schemas["Cadence"] };

/** The numbers of samples that are compared, besides the chosen one. */
const COMPARED_SAMPLES: readonly number[] = [1, 3];
/** Choices with a first possible change later than this get a warning. */
const LATE_DAYS = 100;
/** The rates after a change that the table shows. A small change is the hardest to find. */
const SHOWN_RATES: readonly number[] = [0.6, 0.7, 0.9];
/** The one of them that narrow screens show. */
const NARROW_RATE = 0.7;

interface ScheduleChoicesProps {
  siteId: string;
  engines: readonly Engine[];
  chosen: Chosen;
  onChoose: (choice: Pick<Choice, "cadence" | "samplesPerRun">) => void;
}

export function ScheduleChoices({ siteId, engines, chosen, onChoose }: ScheduleChoicesProps) {
  const { t } = useLingui();
  const forms = useForms();
  const inWords = useDaysInWords();
  const { data: choices } = useQuery(choicesQuery(siteId, engines));
  if (choices === undefined) return null;
  const isChosen = (one: Choice): boolean =>
    one.cadence === chosen.cadence && one.samplesPerRun === chosen.samplesPerRun;
  const shown = choices.filter((one) => COMPARED_SAMPLES.includes(one.samplesPerRun) || isChosen(one));
  const rates = choices[0]?.finds.filter(({ rateAfter }) => SHOWN_RATES.includes(rateAfter)) ?? [];
  const [rateBefore] = rates.map((one) => forms.percent(one.rateBefore));
  return (
    <div className={styles.choices}>
      <div className={styles.scroll}>
        <Table
          look={styles.table}
          label={t`What each schedule costs and finds`}
          rows={shown}
          idOf={({ cadence, samplesPerRun }) => `${cadence} ${String(samplesPerRun)}`}
          attributes={(one) => ({ className: isChosen(one) ? styles.chosen : undefined })}
          columns={[
            {
              head: t`Schedule`,
              cell: (one) => <Schedule choice={one} isChosen={isChosen(one)} onChoose={onChoose} />,
            },
            {
              head: t`Max. credits in 30 days`,
              cell: ({ creditsPer30Days }) => (creditsPer30Days === 0 ? "–" : forms.number(creditsPer30Days)),
            },
            { head: t`First result after`, cell: ({ firstChangeDays }) => inWords(firstChangeDays) },
            ...rates.map(({ rateAfter }) => ({
              group: t`A rise from ${rateBefore} is found after`,
              head: t`to ${forms.percent(rateAfter)}`,
              className: rateAfter === NARROW_RATE ? undefined : styles.wide,
              cell: ({ finds }: Choice) => {
                const days = finds.find((one) => one.rateAfter === rateAfter)?.days ?? null;
                return days === null ? t`not found` : inWords(days);
              },
            })),
          ]}
        />
      </div>
      <Late choice={choices.find(isChosen)} choices={choices} />
      <small className={styles.caption}>
        {chosen.cadence === "manual" ? (
          <Trans>Runs that you start yourself have no schedule, so nothing can be said about them in advance.</Trans>
        ) : (
          <Trans>
            Of one question with one engine, in 80 of 100 cases, if it was asked for as long before. Before the first
            result, no change can be clear, however large.
          </Trans>
        )}
      </small>
    </div>
  );
}

function Schedule({
  choice: { cadence, samplesPerRun, isProposed },
  isChosen,
  onChoose,
}: {
  choice: Choice;
  isChosen: boolean;
  onChoose: ScheduleChoicesProps["onChoose"];
}) {
  const { t } = useLingui();
  const samples = t`${plural(samplesPerRun, { one: "# sample", other: "# samples" })}`;
  const words = cadence === "daily" ? t`every day, ${samples}` : t`every week, ${samples}`;
  return (
    <label>
      <input
        type="radio"
        name="schedule"
        checked={isChosen}
        onChange={() => {
          onChoose({ cadence, samplesPerRun });
        }}
      />
      <span>
        {words}
        {isProposed ? (
          <small>
            <Trans>recommended</Trans>
          </small>
        ) : null}
      </span>
    </label>
  );
}

/** Says before saving that a schedule finds nothing for a long time, and which one does sooner. */
function Late({ choice, choices }: { choice: Choice | undefined; choices: readonly Choice[] }) {
  const inWords = useDaysInWords();
  const proposed = choices.find(({ isProposed }) => isProposed);
  if (choice === undefined || proposed === undefined || choice.firstChangeDays < LATE_DAYS) return null;
  const weeks = Math.floor(choice.firstChangeDays / 7);
  return (
    <Note tone="warn">
      <Trans>
        With this schedule no change can be clear for {weeks} weeks. With daily runs it takes{" "}
        {inWords(proposed.firstChangeDays)}.
      </Trans>
    </Note>
  );
}
