// The request of an app in the address of the consent page.

import { expect, test } from "vitest";

import { decoded, givable, requestIn } from "../../src/features/connect/app_request";

test("the query of an app is read as the app sent it", () => {
  const query = "client_id=oc_1&state=1e5&resource=https%3A%2F%2Fa.example%2Fmcp&x=~?>";
  const request = Buffer.from(query).toString("base64url");
  expect(decoded(requestIn({ request }).request ?? "")).toBe(query);
  for (const other of [undefined, 1, "", "a b", "<x>", ["a"]]) expect(requestIn({ request: other })).toEqual({});
  expect(decoded("a")).toBe("");
});

test("a person is offered the scopes that their role has", () => {
  const asked = ["sites:read", "prompts:read", "sites:write", "rules:write"] as const;
  expect(givable(asked, "viewer")).toEqual(["sites:read"]);
  expect(givable(asked, "member")).toEqual(["sites:read", "prompts:read", "rules:write"]);
  expect(givable(asked, "admin")).toEqual(asked);
});
