// A part of the form where more can be offered: what that may be is asked for when someone comes near it, or where something that is
// offered is not known without.

import { useEffect, type ReactNode } from "react";

import { LoadProblem } from "../../../ui/page/Problem";
import type { Known } from "../known";

/** `ids` is undefined until it is known which of them readers get. */
export function Offering({ known, ids, children }: { known: Known; ids: readonly string[] | undefined; children: ReactNode }) {
  const { failure, want } = known;
  const isMissing = ids?.some((id) => known.of(id) === undefined) === true;
  useEffect(() => {
    if (isMissing) want();
    // `want` is another one with each drawing, and does the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isMissing]);
  return (
    <div onPointerEnter={want} onFocus={want}>
      {children}
      {failure === null ? null : <LoadProblem failure={failure} onRetry={known.wantAgain} />}
    </div>
  );
}
