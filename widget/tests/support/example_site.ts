/** A site as the service describes it to the widget, for tests to change. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LabelTexts, Payload, Platform, Prompt, Rule, ShareTarget, WidgetConfig } from "../../src/first/payload";

export const SITE = "site_01j8x0000000000000000000aa";

export const CHATGPT: Platform = {
  id: "chatgpt",
  name: "ChatGPT",
  strategy: "prefill",
  urlTemplate: "https://chatgpt.com/?hints=search&prompt={{prompt}}",
  maxUrlBytes: 2_000,
  fallback: "https://chatgpt.com/",
};

export const GEMINI: Platform = {
  id: "gemini",
  name: "Gemini",
  strategy: "copy_then_open",
  urlTemplate: "https://gemini.google.com/app",
  maxUrlBytes: 2_000,
  fallback: "https://gemini.google.com/app",
};

/** The labels that the service sends. */
export const SERVED = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../crates/domain/data/labels.json"), "utf8"),
) as Record<string, LabelTexts>;

const SHARE_TARGETS: readonly ShareTarget[] = [
  { id: "x", name: "X", urlTemplate: "https://x.com/intent/post?url={{url}}&text={{text}}" },
  { id: "email", name: "Email", urlTemplate: "mailto:?subject={{title}}&body={{text}}%20{{url}}" },
];

/** The colors that the service computes from the example's accent. */
const [LOOKS] = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../testdata/widget_look_cases.json"), "utf8"),
) as [Required<Payload>["looks"]];

const CONFIG: WidgetConfig = {
  enabled: true,
  placement: {
    mode: "inline",
    selector: "article",
    position: "after",
    includePaths: ["/**"],
    excludePaths: [],
    side: "end",
    offset: 16,
    hideForToday: true,
  },
  platforms: [
    { id: "chatgpt", enabled: true, label: null, promptId: null },
    { id: "gemini", enabled: true, label: null, promptId: null },
  ],
  customPlatforms: [],
  social: [
    { id: "x", enabled: true },
    { id: "email", enabled: true },
  ],
  questions: {
    enabled: true,
    max: 3,
    own: true,
    items: [{ id: "q_01j8x0000000000000000000aa", text: "How long does it rest?" }],
  },
  intents: { enabled: true },
  markdown: { copy: true },
  theme: { preset: "auto", accent: "#3355ff", radius: 8, size: "md", layout: "row", marks: "mono" },
  privacy: { track: true, respectDoNotTrack: true, showPromptPreview: true },
};

export type ConfigChanges = { readonly [Part in keyof WidgetConfig]?: Partial<WidgetConfig[Part]> };

export interface SiteChanges extends Partial<Omit<Payload, "config">> {
  readonly config?: ConfigChanges;
}

/** The example with some parts changed. */
export function examplePayload({ config = {}, ...rest }: SiteChanges = {}): Payload {
  const changed = Object.entries(config).map(([part, value]) => {
    const usual = CONFIG[part as keyof WidgetConfig];
    return [part, typeof usual === "object" && !Array.isArray(usual) ? Object.assign({}, usual, value) : value];
  });
  const whole = { ...CONFIG, ...(Object.fromEntries(changed) as Partial<WidgetConfig>) };
  const { rules = [], prompts = [examplePrompt({ text: "Summarize {{url}} ({{title}})" })] } = rest;
  return {
    siteName: "Example Kitchen",
    config: whole,
    prompts,
    rules,
    plain: isPlain(whole) && !rules?.length && !prompts.some(({ variantGroup }) => variantGroup),
    registry: [CHATGPT, GEMINI],
    // As the service sends them: only the enabled ones.
    shareTargets: SHARE_TARGETS.filter(({ id }) => whole.social.some((choice) => choice.id === id && choice.enabled)),
    looks: LOOKS,
    labels: SERVED,
    ...rest,
  };
}

/** As the service computes it: `WidgetConfig::is_plain`. */
function isPlain({ placement, customPlatforms, theme }: WidgetConfig): boolean {
  return (
    placement.mode !== "floating" &&
    placement.includePaths.every((path) => path === "/**") &&
    !placement.excludePaths.length &&
    !customPlatforms.length &&
    theme.preset !== "blend" &&
    !["menu", "bar", "compact"].includes(theme.layout)
  );
}

export function examplePrompt(changes: Partial<Prompt> = {}): Prompt {
  return {
    id: "prm_01j8x0000000000000000000aa",
    name: "Summary",
    kind: "summary",
    text: "Summarize {{url}}",
    platformIds: [],
    language: "*",
    weight: 100,
    variantGroup: null,
    ...changes,
  };
}

export function exampleRule(action: Rule["action"], match: Partial<Rule["match"]> = {}): Rule {
  return { match: { paths: [], excludePaths: [], hosts: [], languages: [], ...match }, action };
}
