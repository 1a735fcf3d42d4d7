// The card of a chart. It shows the drawing or its numbers as a table, and saves the drawing as an image.

import { useLingui } from "@lingui/react/macro";
import { useRef, useState, type ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";

import { useSubmission } from "../hooks/submit";
import { Card } from "../page/page";
import { FormProblem } from "../page/Problem";
import styles from "./SeriesChart.module.css";

interface ChartCardProps {
  title: string;
  end?: ReactNode;
  /** Saves the image of the chart as a file. */
  onSave: (title: string, image: Blob) => void;
  /** The numbers as a table. */
  numbers: ReactNode;
  /** The drawing and its legend. */
  children: ReactNode;
}

export function ChartCard({ title, end, onSave, numbers, children }: ChartCardProps) {
  const { t } = useLingui();
  const [isTable, setTable] = useState(false);
  const chart = useRef<HTMLDivElement>(null);
  const { isPending, failure, send } = useSubmission();
  const saveImage = () =>
    send(async () => {
      const { chartImage } = await import("./chart_image");
      if (chart.current !== null) onSave(title, await chartImage(title, chart.current));
    });
  return (
    <Card
      title={title}
      end={
        <>
          {end}
          <span className={styles.switch}>
            {end === undefined ? null : " · "}
            <AriaButton
              className={styles.toggle}
              onPress={() => {
                setTable(!isTable);
              }}
            >
              {isTable ? t`Chart` : t`Table`}
            </AriaButton>
            {isTable ? null : (
              <>
                {" · "}
                <AriaButton
                  className={styles.toggle}
                  aria-label={t`Save the chart as PNG`}
                  isPending={isPending}
                  onPress={() => void saveImage()}
                >
                  PNG
                </AriaButton>
              </>
            )}
          </span>
        </>
      }
    >
      {isTable ? numbers : <div ref={chart}>{children}</div>}
      <FormProblem failure={failure} />
    </Card>
  );
}
