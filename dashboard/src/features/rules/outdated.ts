// Whether a change was refused because someone else has changed the list that it names.

import { ApiFailure } from "../../api/failure";

/** `list` is the field with the ids. Ids that no longer exist are a conflict, or an error at this field. */
export function isOutdated(failure: unknown, list: string): boolean {
  return (
    failure instanceof ApiFailure &&
    (failure.isStale || (failure.status === 422 && failure.details.some(({ path }) => path.startsWith(list))))
  );
}
