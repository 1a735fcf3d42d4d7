// A translated sentence with elements, made by the macro `<Trans>`. Lingui reads tags in the finished sentence, so a
// value that looks like one is given as an element: names and paths are shown as people wrote them.

import { Trans as LinguiTrans, type TransProps } from "@lingui/react";
import { createElement } from "react";

// Not written as an element, in which the extraction of texts would look for a text.
export const Trans = ({ values, ...rest }: TransProps) =>
  createElement(LinguiTrans, values === undefined ? rest : { ...rest, values: withoutTags(values) });

const withoutTags = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && value.includes("<") ? <>{value}</> : value,
    ]),
  );
