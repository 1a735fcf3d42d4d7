/** The field for a reader's own question: drawn once the reader has chosen it. */

import type { Labels } from "../first/offers/labels";
import { element } from "./shared_functions";

const MAX_OWN_CHARACTERS = 1_000;

export function drawOwnField(labels: Labels): Node {
  return element(
    "label",
    "own",
    labels("ownHint"),
    element("textarea", "", { rows: "2", maxlength: String(MAX_OWN_CHARACTERS), dir: "auto" }),
  );
}
