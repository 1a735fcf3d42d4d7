/** The field for a reader's own question: drawn once the reader has chosen it. */

import type { Labels } from "../labels";
import { element } from "./lent";

const OWN_CHARACTERS_MOST = 1_000;

export function drawOwnField(labels: Labels): Node {
  return element("label", "own",
    labels("ownHint"),
    element("textarea", "", { rows: "2", maxlength: String(OWN_CHARACTERS_MOST), dir: "auto" }),
  );
}

/** While the question is empty the assistants are dimmed, and their labels say what to do. The first file never draws it so. */
export function disableEmpty(nodes: readonly Node[]): void {
  for (const node of nodes as readonly Element[]) {
    node.querySelectorAll(".ai a:not([href])").forEach((link) => {
      const row = link.closest(".ai");
      element(link, "", { "aria-disabled": "true", role: "link", "aria-describedby": "asked" });
      row?.querySelector(".split")?.classList.add("off");
      row?.querySelectorAll("button").forEach((button) => { button.disabled = true; });
      row?.previousElementSibling?.querySelector("p")?.setAttribute("id", "asked");
    });
  }
}
