// The head of a column of menus, whose words are for screen readers alone.

import { Trans } from "@lingui/react/macro";

import { ScreenReaderOnly } from "../page/page";

export function ActionsColumn() {
  return (
    <th scope="col">
      <ScreenReaderOnly>
        <Trans>Actions</Trans>
      </ScreenReaderOnly>
    </th>
  );
}
