// What a page offers: assistants, questions, share links, and the effect of rules.

import { expect, test } from "vitest";
import { contentFor } from "../../src/first/offers/content";
import { withOwnPlatforms } from "../../src/extras/own_platforms";
import { withRules } from "../../src/extras/rules_applied";
import { variantOf } from "../../src/extras/variants";
import { labelsFor } from "../../src/first/offers/labels";
import type { Payload, Platform, Rule } from "../../src/first/payload";
import type { SelectVariant } from "../../src/first/offers/prompt_choice";
import { judge } from "../../src/extras/rules";
import {
  CHATGPT,
  examplePayload,
  examplePrompt,
  exampleRule,
  GEMINI,
  SERVED,
  type SiteChanges,
} from "../support/example_site";

const values = {
  url: "https://example.com/a?b=1&c=2",
  title: "Salt & pepper",
  siteName: "Example",
  language: "en",
  markdownUrl: "",
};

const contentOf = (payload: Payload, rules: readonly Rule[] = []) => {
  const onPage = withRules(
    withOwnPlatforms({ ...payload, labels: SERVED }),
    judge(rules, { path: "/a", host: "example.com", language: "en", now: 0 }),
  );
  const vary: SelectVariant = (chosen, prompts) => variantOf(chosen, prompts, () => 0);
  return contentFor(onPage, values, vary, labelsFor(onPage.labels, "en"), { intent: "", own: "", last: "" });
};
const platformsOf = (site: SiteChanges, rules?: readonly Rule[]) => contentOf(examplePayload(site), rules).platforms;

test("a prompt is encoded into the platform's address, spaces as %20", () => {
  const [chatgpt] = platformsOf({ prompts: [examplePrompt({ text: "Read {{title}}: {{url}}" })] });
  expect(chatgpt?.href).toBe(
    "https://chatgpt.com/?hints=search&prompt=Read%20Salt%20%26%20pepper%3A%20https%3A%2F%2Fexample.com%2Fa%3Fb%3D1%26c%3D2",
  );
  expect(chatgpt?.copies).toBe(false);
  expect(chatgpt?.facts).toEqual({ type: "ai_click", platform: "chatgpt", promptId: examplePrompt().id });
});

test("an address that would be longer than the platform takes is not opened: the prompt is copied instead", () => {
  const length = CHATGPT.urlTemplate.length - "{{prompt}}".length;
  const fits = "a".repeat(CHATGPT.maxUrlBytes - length);
  const [exact] = platformsOf({ prompts: [examplePrompt({ text: fits })] });
  const [longer] = platformsOf({ prompts: [examplePrompt({ text: `${fits}a` })] });
  expect(exact?.href).toHaveLength(CHATGPT.maxUrlBytes);
  expect(exact?.copies).toBe(false);
  expect(longer?.href).toBe(CHATGPT.fallback);
  expect(longer?.copies).toBe(true);
  expect(longer?.asks).toBe(`${fits}a`);
});

test("a platform that takes no prompt in its address gets its own address, and the prompt is copied", () => {
  const gemini = platformsOf({})[1];
  expect(gemini?.href).toBe(GEMINI.urlTemplate);
  expect(gemini?.copies).toBe(true);
});

test("platforms keep the order of the configuration, take its labels, and leave out what is switched off or unknown", () => {
  const platforms = [
    { id: "gemini", enabled: true, label: "Our Gemini" },
    { id: "gone", enabled: true },
    { id: "chatgpt", enabled: false },
  ];
  expect(platformsOf({ config: { platforms } }).map(({ name }) => name)).toEqual(["Our Gemini"]);
});

test("a site's own platform is last unless it is listed, and can be switched off", () => {
  const house = { id: "c_house", label: "House AI", urlTemplate: "https://ai.example.com/?q={{prompt}}" };
  const config = { customPlatforms: [house] };
  expect(platformsOf({ config }).map(({ name }) => name)).toEqual(["ChatGPT", "Gemini", "House AI"]);
  const listed = { customPlatforms: [house], platforms: [{ id: "c_house" }, { id: "chatgpt" }] };
  expect(platformsOf({ config: listed }).map(({ name }) => name)).toEqual(["House AI", "ChatGPT"]);
  const off = { customPlatforms: [house], platforms: [{ id: "c_house", enabled: false }] };
  expect(platformsOf({ config: off })).toEqual([]);
  const long = platformsOf({ config: listed, prompts: [examplePrompt({ text: "a".repeat(2_000) })] })[0];
  expect(long?.href).toBe("https://ai.example.com/");
});

test("a question is asked of the first platform, with the page's address", () => {
  const { questions } = contentOf(examplePayload());
  expect(questions).toHaveLength(1);
  expect(questions[0]?.asks).toBe(
    "How long does it rest? Use https://example.com/a?b=1&c=2 to answer, and point out the passage that you used.",
  );
  expect(questions[0]?.facts).toEqual({
    type: "question_click",
    platform: "chatgpt",
    questionId: "q_01j8x0000000000000000000aa",
  });
});

test("no more questions show than are wanted, and none without a platform", () => {
  const items = ["one", "two", "three"].map((text) => ({ id: `q_${text}`, text }));
  const shown = (config: SiteChanges["config"]) =>
    contentOf(examplePayload({ config: config ?? {} })).questions.map(({ name }) => name);
  expect(shown({ questions: { max: 2, items } })).toEqual(["one", "two"]);
  expect(shown({ questions: { enabled: false, items } })).toEqual([]);
  expect(shown({ questions: { items }, platforms: [] })).toEqual([]);
});

test("what is shared is encoded, also for mail", () => {
  const { shares } = contentOf(examplePayload());
  expect(shares.map(({ href }) => href)).toEqual([
    "https://x.com/intent/post?url=https%3A%2F%2Fexample.com%2Fa%3Fb%3D1%26c%3D2&text=Salt%20%26%20pepper",
    "mailto:?subject=Salt%20%26%20pepper&body=Salt%20%26%20pepper%20https%3A%2F%2Fexample.com%2Fa%3Fb%3D1%26c%3D2",
  ]);
});

test("rules choose the prompt, add to it, set questions and hide platforms", () => {
  const second = examplePrompt({ id: "prm_second", text: "Explain {{url}}" });
  const rules = [
    exampleRule({ type: "use_prompt", promptId: "prm_second" }),
    exampleRule({ type: "prepend", text: "Please." }),
    exampleRule({ type: "append", text: "Thanks, {{siteName}}." }),
    exampleRule({ type: "hide_platforms", platformIds: ["gemini"] }),
    exampleRule({ type: "set_questions", questions: [{ text: "Why?" }] }),
  ];
  const { platforms, questions } = contentOf(examplePayload({ prompts: [examplePrompt(), second] }), rules);
  expect(platforms.map(({ name }) => name)).toEqual(["ChatGPT"]);
  expect(platforms[0]?.asks).toBe("Please.\n\nExplain https://example.com/a?b=1&c=2\n\nThanks, Example.");
  expect(platforms[0]?.facts.promptId).toBe("prm_second");
  expect(questions.map(({ name }) => name)).toEqual(["Why?"]);
});

test("a rule's question without an id counts as a question to an assistant", () => {
  const { questions } = contentOf(examplePayload(), [
    exampleRule({ type: "set_questions", questions: [{ text: "Why?" }] }),
  ]);
  expect(JSON.parse(JSON.stringify(questions[0]?.facts))).toEqual({ type: "ai_click", platform: "chatgpt" });
});

test("a site without prompts still asks for a summary of the page", () => {
  const platforms: readonly Platform[] = [CHATGPT];
  const [chatgpt] = platformsOf({ prompts: [], registry: platforms });
  expect(chatgpt?.asks).toBe("Read this page and summarize its main points: https://example.com/a?b=1&c=2");
  expect(chatgpt?.facts.promptId).toBeUndefined();
  const [ruledOne] = platformsOf({ prompts: [], registry: platforms }, [
    exampleRule({ type: "prepend", text: "Please." }),
    exampleRule({ type: "append", text: "Thanks, {{siteName}}." }),
  ]);
  expect(ruledOne?.asks).toBe(
    "Please.\n\nRead this page and summarize its main points: https://example.com/a?b=1&c=2\n\nThanks, Example.",
  );
});
