// After a request that changed something, all cached data is out of date.

import { describe, expect, test } from "vitest";

import { changed } from "../../src/api/changed";
import { newQueryClient } from "../../src/api/queries";

const sent = (method: string, path: string): Request => new Request(`https://askline.example${path}`, { method });

function isKeptFresh(request: Request, status: number): boolean {
  const queryClient = newQueryClient();
  queryClient.setQueryData(["board", { orgId: "org_1" }], []);
  changed.notify(request, new Response(null, { status }));
  return queryClient.getQueryState(["board", { orgId: "org_1" }])?.isInvalidated === false;
}

describe("what is kept", () => {
  test("is asked for again after anything was saved or deleted, whichever page it belongs to", () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      expect(isKeptFresh(sent(method, "/api/v1/sites/site_1"), 200)).toBe(false);
  });
  test("stays fresh after a question, a refusal, and what is sent only to be looked at", () => {
    expect(isKeptFresh(sent("GET", "/api/v1/sites/site_1"), 200)).toBe(true);
    expect(isKeptFresh(sent("PATCH", "/api/v1/sites/site_1"), 422)).toBe(true);
    expect(isKeptFresh(sent("POST", "/api/v1/sites/site_1/config/preview"), 200)).toBe(true);
    expect(isKeptFresh(sent("POST", "/api/v1/rules/site_1/test"), 200)).toBe(true);
  });
  test("is asked for again after a webhook was tested, which stores a message", () => {
    expect(isKeptFresh(sent("POST", "/api/v1/webhooks/wh_1/test"), 202)).toBe(false);
  });
});
