// Saves a chart as an image, named like every file: owner, content, days.

import { useLingui } from "@lingui/react/macro";

import { usePlace } from "../../../shell/place";
import { fileName, saveFile, spanOf, type Days } from "./saved_file";

/** Saves the image of a chart. Without days, the file is named by the day of its download. */
export function useChartFile(days?: Days): (title: string, image: Blob) => void {
  const { i18n } = useLingui();
  const { org, site } = usePlace();
  return (title, image) => {
    const span = days === undefined ? new Date().toISOString().slice(0, 10) : spanOf(i18n, days);
    saveFile(`${fileName(site?.name ?? org?.name ?? "", title, span)}.png`, [image], "image/png");
  };
}
