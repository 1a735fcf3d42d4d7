// What a page offers is the same in the widget and on the server.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contentFor } from "../../src/first/offers/content";
import { withOwnPlatforms } from "../../src/extras/own_platforms";
import { withRules } from "../../src/extras/rules_applied";
import { variantOf } from "../../src/extras/variants";
import { labelsFor } from "../../src/first/offers/labels";
import type { CustomPlatform, Platform, PlatformChoice, Prompt, Rule } from "../../src/first/payload";
import type { SelectVariant } from "../../src/first/offers/prompt_choice";
import { judge } from "../../src/extras/rules";
import { examplePayload, examplePrompt, exampleRule, SERVED } from "../support/example_site";

interface Case {
  name: string;
  platforms: PlatformChoice[];
  customPlatforms?: CustomPlatform[];
  prompts: Partial<Prompt>[];
  actions?: Rule["action"][];
  language?: string;
  draw?: number;
  offers: { platform: string; promptId: string | null; prompt: string; href: string; copies: boolean }[];
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"));
const cases = read("testdata/offer_cases.json") as Case[];
const { services } = read("crates/domain/data/services.json") as {
  services: { id: string; name: string; link?: Omit<Platform, "id" | "name"> }[];
};
const registry: Platform[] = services.flatMap(({ id, name, link }) => (link ? { id, name, ...link } : []));

test.each(cases)("what is offered is what the server says: $name", ({ offers, draw = 0, language = "en", ...site }) => {
  const payload = examplePayload({
    registry,
    prompts: site.prompts.map(examplePrompt),
    config: { platforms: site.platforms, customPlatforms: site.customPlatforms ?? [] },
  });
  const values = {
    url: "https://example.com/a?b=1&c=2",
    title: "Salt & pepper",
    siteName: "Example Kitchen",
    language,
    markdownUrl: "",
  };
  const actions = judge(
    (site.actions ?? []).map((action) => exampleRule(action)),
    { path: "/a", host: "example.com", language, now: 0 },
  );
  const vary: SelectVariant = (chosen, prompts) => variantOf(chosen, prompts, () => draw);
  const offered = withRules(withOwnPlatforms({ ...payload, labels: SERVED }), actions);
  const { platforms } = contentFor(offered, values, vary, labelsFor(offered.labels, language), {
    intent: "",
    own: "",
    last: "",
  });
  const found = platforms.map(({ facts, asks, href, copies }) => ({
    platform: facts.platform,
    promptId: facts.promptId ?? null,
    prompt: asks,
    href,
    copies,
  }));
  expect(found).toEqual(offers);
});
