// Service accounts that still work after a person left who may know a token.

import { Plural } from "@lingui/react/macro";

import type { Schemas } from "../../../api/client";
import { Note } from "../../../ui/page/page";

export type LeftServiceAccount = Schemas["NamedServiceAccount"];

export function LeftServiceAccounts({ accounts }: { accounts: readonly LeftServiceAccount[] }) {
  if (accounts.length === 0) return null;
  return (
    <>
      <Note tone="warn">
        <Plural
          value={accounts.length}
          one="# service account still works. Give it a new token if someone else may know the old one."
          other="# service accounts still work. Give them new tokens if someone else may know the old ones."
        />
      </Note>
      <ul>
        {accounts.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </>
  );
}
