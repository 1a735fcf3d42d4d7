// The binary's content policy allows the one style that React Aria adds. It contains the style's digest.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Button } from "react-aria-components";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";

test("every style that a control puts into the page is named by the policy", async () => {
  // jsdom has no CSS.escape.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: (text: string) => text } });
  const place = document.body.appendChild(document.createElement("div"));
  // With NODE_ENV "test" React Aria does not add the style.
  vi.stubEnv("NODE_ENV", "production");
  act(() => {
    createRoot(place).render(<Button>Press</Button>);
  });
  const styles = [...document.querySelectorAll("style")].map(({ textContent }) => textContent);
  expect(styles).toHaveLength(1);
  const source = await readFile("../crates/server/src/documents/dashboard.rs", "utf8");
  for (const text of styles) expect(source).toContain(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
});
