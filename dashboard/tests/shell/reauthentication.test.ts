// A request that needs a fresh proof is sent again after the proof. It is sent with the same body, and never
// otherwise.

import { describe, expect, test } from "vitest";

import { reauthentication, withFreshProof } from "../../src/api/reauthentication";

const refusal = (code: string) => () => Response.json({ error: { code } }, { status: 403 });
const done = () => Response.json({ data: {} });

/** Sends a request to a server that answers like this, in order; returns the status and the bodies that it got. */
async function sent(answers: (() => Response)[], method = "POST"): Promise<{ status: number; bodies: string[] }> {
  const bodies: string[] = [];
  const init = method === "GET" ? { method } : { method, body: "the body" };
  const response = await withFreshProof(new Request("https://ask.example.com/api", init), async (request) => {
    bodies.push(await request.text());
    return (answers.shift() ?? done)();
  });
  return { status: response.status, bodies };
}

/** A page that answers the question for a proof. */
function answering(isProven: boolean): () => void {
  return reauthentication.subscribe(() => {
    if (reauthentication.isAsked())
      queueMicrotask(() => {
        reauthentication.answer(isProven);
      });
  });
}

describe("a request that is refused for want of a fresh proof", () => {
  test("is sent again with the same body after the proof", async () => {
    const end = answering(true);
    expect(await sent([refusal("REAUTHENTICATION_REQUIRED")])).toEqual({
      status: 200,
      bodies: ["the body", "the body"],
    });
    end();
  });
  test("is not sent again if the person cancels, or if no page can ask", async () => {
    const once = { status: 403, bodies: ["the body"] };
    const end = answering(false);
    expect(await sent([refusal("REAUTHENTICATION_REQUIRED")])).toEqual(once);
    end();
    expect(await sent([refusal("REAUTHENTICATION_REQUIRED")])).toEqual(once);
  });
  test("asks once for several requests", async () => {
    let questions = 0;
    const end = reauthentication.subscribe(() => {
      if (!reauthentication.isAsked()) return;
      questions += 1;
      setTimeout(() => {
        reauthentication.answer(true);
      });
    });
    const both = await Promise.all([1, 2].map(() => sent([refusal("REAUTHENTICATION_REQUIRED")])));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(questions).toBe(1);
    end();
  });
});

test("another refusal and a read are answered as they are", async () => {
  const end = answering(true);
  expect(await sent([refusal("FORBIDDEN")])).toEqual({ status: 403, bodies: ["the body"] });
  expect(await sent([refusal("REAUTHENTICATION_REQUIRED")], "GET")).toEqual({ status: 403, bodies: [""] });
  end();
});
