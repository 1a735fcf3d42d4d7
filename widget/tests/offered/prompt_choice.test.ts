// Which prompt is chosen for an assistant, a language and a variant.

import { expect, test } from "vitest";
import { variantOf } from "../../src/extras/variants";
import { choosePrompt, type SelectVariant } from "../../src/first/offers/prompt_choice";
import { examplePrompt } from "../support/example_site";

const never: SelectVariant = (chosen, among) =>
  variantOf(chosen, among, () => {
    throw new Error("Nothing is drawn without a variant group.");
  });
const first = examplePrompt({ id: "first", language: "fr" });
const german = examplePrompt({ id: "german", language: "de" });
const swiss = examplePrompt({ id: "swiss", language: "de-CH" });
const every = examplePrompt({ id: "every", language: "*" });
const forClaude = examplePrompt({ id: "forClaude", platformIds: ["claude"] });

const prompts = [first, german, swiss, every, forClaude];
const chosen = (platform: string, promptId: string | null, language: string) =>
  choosePrompt(prompts, platform, promptId, language, never)?.id;

test("the prompt that was set for a platform wins", () => {
  expect(chosen("claude", "german", "en")).toBe("german");
});

test("a prompt that no longer exists is no prompt", () => {
  expect(chosen("claude", "prm_gone", "en")).toBe("forClaude");
});

test("a prompt that names the platform is before those for all", () => {
  expect(chosen("claude", null, "de")).toBe("forClaude");
});

test("a prompt that names other platforms is never taken", () => {
  expect(choosePrompt([forClaude], "chatgpt", null, "en", never)).toBeUndefined();
});

test("the page's exact language is before its base, that before every language, that before the first", () => {
  expect(chosen("chatgpt", null, "de-CH")).toBe("swiss");
  expect(chosen("chatgpt", null, "de-AT")).toBe("german");
  expect(chosen("chatgpt", null, "ja")).toBe("every");
  expect(choosePrompt([first, german], "chatgpt", null, "ja", never)?.id).toBe("first");
});

test("a prompt in another language is not taken because it names the platform", () => {
  const meant = examplePrompt({ id: "meant", language: "de", platformIds: ["claude"] });
  const english = examplePrompt({ id: "english", language: "en" });
  expect(choosePrompt([meant, english], "claude", null, "en-GB", never)?.id).toBe("english");
  expect(choosePrompt([meant, english], "claude", null, "ja", never)?.id).toBe("english");
  expect(choosePrompt([meant, english], "claude", null, "de", never)?.id).toBe("meant");
  expect(choosePrompt([meant], "claude", null, "en", never)).toBeUndefined();
});

test("without prompts there is no prompt", () => {
  expect(choosePrompt([], "chatgpt", null, "en", never)).toBeUndefined();
});

test("variants are drawn by their weights", () => {
  const group = { variantGroup: "g", language: "*" };
  const variants = [
    examplePrompt({ id: "a", weight: 100, ...group }),
    examplePrompt({ id: "b", weight: 300, ...group }),
    examplePrompt({ id: "never", weight: 0, ...group }),
    examplePrompt({ id: "other", weight: 100, variantGroup: "h" }),
  ];
  const counts: Record<string, number> = {};
  for (let drawn = 0; drawn < 1; drawn += 1 / 256) {
    const id =
      choosePrompt(variants, "chatgpt", null, "en", (chosen, among) => variantOf(chosen, among, () => drawn))?.id ??
      "none";
    counts[id] = (counts[id] ?? 0) + 1;
  }
  expect(counts).toEqual({ a: 64, b: 192 });
});
