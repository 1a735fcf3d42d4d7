/** What the widget offers on this page at this moment: computed from the payload and the page, touching nothing. */

import { fill } from "./fill";
import type { Labels } from "./labels";
import type { Payload, Platform, PlatformChoice, Rule } from "./payload";
import { choosePrompt, type Draw } from "./prompt_choice";
import { fillPrompt, type PromptValues } from "./prompt_text";
import type { WidgetEvent } from "./send";

export interface Content {
  readonly platforms: readonly Offer[];
  readonly questions: readonly Offer[];
  readonly shares: readonly Offer[];
}

/** A link that leaves the page, or the system's own share sheet. */
export interface Offer {
  readonly name: string;
  /** What a screen reader says of it, where the name does not say it all. */
  readonly label: string;
  /** Empty for the share sheet, which has no address. */
  readonly href: string;
  /** What is asked. */
  readonly prompt: string;
  /** What the reader is told when the prompt must be copied first, since the address cannot carry it. */
  readonly note?: string | undefined;
  /** What is counted. */
  readonly facts: Pick<WidgetEvent, "type" | "platform" | "network" | "questionId" | "promptId">;
}

/** Where a site has no prompt of its own. */
const BUILT_IN_PROMPT = "Read this page and summarize its main points: {{url}}";
/** For a site's own platform. */
const URL_BYTES_MOST = 2_000;

type Actions = (type: string) => Partial<Rule["action"]> | undefined;

export function contentFor(
  payload: Payload,
  values: Readonly<Required<PromptValues>>,
  judged: Actions,
  draw: Draw,
  labels: Labels,
): Content {
  const actions = (type: string): Partial<Rule["action"]> => judged(type) || {};
  const { social, questions } = payload.config;
  const platforms = enabledPlatforms(payload, actions);
  const [first] = platforms;
  const asked = actions("set_questions").questions || questions.items;

  const offer = (platform: Platform, name: string, label: string, facts: Offer["facts"], text: string): Offer => {
    const prompt = fillPrompt(text, values);
    return { name, label, facts: { ...facts, platform: platform.id }, prompt, ...openingOf(platform, prompt, labels) };
  };

  return {
    platforms: platforms.map((platform) => {
      const { id, name, promptId } = platform;
      const chosen = choosePrompt(payload.prompts, id, promptId, values.language, draw);
      const parts = [actions("prepend").text, chosen ? chosen.text : BUILT_IN_PROMPT, actions("append").text];
      const facts = { type: "ai_click", promptId: chosen?.id } as const;
      return offer(platform, name, labels("askWith", { platform: name }), facts, parts.filter(Boolean).join("\n\n"));
    }),
    questions: !first || !questions.enabled ? [] : asked.slice(0, questions.max).map(({ id, text }) => {
      const label = labels("askQuestionWith", { platform: first.name, question: text });
      // Without an id it counts as what it is besides: a question to an assistant.
      return offer(first, text, label, { type: id ? "question_click" : "ai_click", questionId: id }, `${text}\n\n{{url}}`);
    }),
    shares: social.flatMap(({ id, enabled }) => {
      const target = enabled && payload.shareTargets.find((known) => known.id === id);
      if (!target) return [];
      const href = fill(target.urlTemplate, { ...values, text: values.title || values.url }, encodeURIComponent);
      const offer = { href, prompt: "", facts: { type: "social_click", network: id } } as const;
      if (id === "email") return { ...offer, name: labels("email"), label: labels("shareByEmail") };
      if (href) return { ...offer, name: target.name, label: labels("shareOn", { network: target.name }) };
      return "share" in navigator ? { ...offer, name: labels("otherApps"), label: "" } : [];
    }),
  };
}

/** In the order of the configuration, the site's own platforms that it does not list after those it does. */
function enabledPlatforms({ config, registry }: Payload, actions: (type: string) => Partial<Rule["action"]>): (Platform & { readonly promptId: string | null | undefined })[] {
  const own = config.customPlatforms.map((platform) => ({
    ...platform,
    name: platform.label,
    strategy: "prefill",
    maxUrlBytes: URL_BYTES_MOST,
    fallback: platform.urlTemplate.replace(/[?#].*/, ""),
  }));
  const isListed = (id: string) => config.platforms.some((choice) => choice.id === id);
  const hidden = actions("hide_platforms").platformIds || [];
  const choices: PlatformChoice[] = [...config.platforms, ...own.filter(({ id }) => !isListed(id))];
  return choices.flatMap(({ id, enabled = true, label, promptId }) => {
    const platform = [...registry, ...own].find((known) => known.id === id);
    if (!platform || !enabled || hidden.includes(id)) return [];
    return { ...platform, name: label || platform.name, promptId: actions("use_prompt").promptId || promptId };
  });
}

/** How `prompt` reaches a platform: in the address, or copied first and pasted by the reader. */
export function openingOf(
  { name, strategy, urlTemplate, maxUrlBytes, fallback }: Platform,
  prompt: string,
  labels: Labels,
): Pick<Offer, "href" | "note"> {
  // `%20`, not `+`, for a space: some sites show a literal plus.
  const href = fill(urlTemplate, { prompt }, encodeURIComponent);
  if (strategy === "prefill" && href.length <= maxUrlBytes) return { href };
  return { href: strategy === "prefill" ? fallback : urlTemplate, note: labels("pasteInto", { platform: name }) };
}
