// Keys that still work after their creator's access ended, and a button that revokes them.

import { Plural, Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { Button } from "../../../ui/elements/Button";
import { useSubmission } from "../../../ui/hooks/submit";
import { Bar, Note } from "../../../ui/page/page";
import { FormProblem } from "../../../ui/page/Problem";

export type ActiveKey = Schemas["ActiveKey"];

export function ActiveKeys({ keys }: { keys: readonly ActiveKey[] }) {
  const queryClient = useQueryClient();
  const [left, setLeft] = useState(keys);
  const { isPending, failure, send } = useSubmission();
  const revoke = () =>
    send(async () => {
      for (const { id, orgId } of left) {
        await ask(api.DELETE("/api/v1/keys/{keyId}", { params: { path: { keyId: id }, query: { orgId } } }));
        setLeft((others) => others.filter((other) => other.id !== id));
      }
      await queryClient.invalidateQueries({ queryKey: ["keys"] });
    });
  if (left.length === 0)
    return (
      <div role="status">
        <Note tone="good">
          <Trans>The API keys are revoked.</Trans>
        </Note>
      </div>
    );
  return (
    <>
      <Note tone="warn">
        <Plural
          value={left.length}
          one="# API key still works. Revoke it if someone else may know it."
          other="# API keys still work. Revoke them if someone else may know them."
        />
      </Note>
      <ul>
        {left.map(({ id, name, maskedKey }) => (
          <li key={id}>
            {name === "" ? null : `${name} · `}
            <code>{maskedKey}</code>
          </li>
        ))}
      </ul>
      <FormProblem failure={failure} />
      <Bar>
        <Button look="danger" isPending={isPending} onPress={() => void revoke()}>
          <Plural value={left.length} one="Revoke this key" other="Revoke these keys" />
        </Button>
      </Bar>
    </>
  );
}
