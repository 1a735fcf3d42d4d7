/** What the widget offers on this page now, computed from the payload and the page. Does not touch the page. */

import type { Facts } from "../reporting/events";
import { fill } from "./fill";
import type { LabelKey, Labels } from "./labels";
import type { Payload, Platform, Prompt } from "../payload";
import { choosePrompt, hasLanguage, type SelectVariant } from "./prompt_choice";
import { fillPrompt, type PromptValues } from "./prompt_text";

export interface Content {
  /** The things that can be asked; the first one is the site's own choice. */
  readonly intents: readonly Intent[];
  readonly platforms: readonly Offer[];
  readonly questions: readonly Offer[];
  readonly shares: readonly Offer[];
  /** The site's own items, if they are drawn: see `menu.ts`. */
  readonly menu?: readonly Offer[];
}

/** An entry in the row of things to ask. */
export interface Intent {
  /** Empty for the site's own choice, otherwise a kind of prompt, or `own`. */
  readonly id: string;
  readonly name: string;
}

/** A link to another page, or the button of the system's share sheet. */
export interface Offer {
  /** The id of the platform or the network. */
  readonly id: string;
  readonly name: string;
  /** The label of a share button, for screen readers. */
  readonly label?: string;
  /** Empty if there is nothing to open: for the share sheet, and while the reader's own question is not typed yet. */
  readonly href: string;
  /** The prompt that is sent. */
  readonly asks: string;
  /** The name of the assistant or the network. */
  readonly by: string;
  readonly mark?: string | undefined;
  readonly markColor?: string | undefined;
  /** The only background on which that color can be seen. */
  readonly markOn?: string | undefined;
  /** Whether the prompt must be copied first, because the address cannot contain it or may not fill it in. */
  readonly copies: boolean;
  readonly copiesPrompt?: boolean | undefined;
  /** Opens something that has no address yet, within the click. Rejects if nothing was opened. */
  readonly begin?: () => Promise<unknown>;
  /** The event that is counted. */
  readonly facts: Facts;
}

/** The action of a control and its object, from its `data-do`. */
export function actOf(control: Element): readonly string[] {
  return String(control.getAttribute("data-do")).split(" ");
}

/** The offer that a control opens: `platforms 0` is the first assistant. */
export function offerAt(content: Content | undefined, control: Element): Offer | undefined {
  const [list, place] = actOf(control);
  return content?.[list as "platforms"]?.[Number(place)];
}

/** What the reader chose and typed. */
export interface Asked {
  /** The id of the chosen intent. */
  readonly intent: string;
  /** The reader's own question, trimmed. */
  readonly own: string;
  /** The assistant that the reader chose last. */
  readonly last: string;
}

/** Kinds of prompts that are offered in addition to the site's choice. */
const KINDS = ["summary", "explain", "compare"] as const;
export const OWN = "own";

type OfferedPlatform = Platform & { readonly promptId: string | null | undefined };

export function contentFor(
  payload: Payload,
  values: Readonly<Required<PromptValues>>,
  vary: SelectVariant | undefined,
  labels: Labels,
  { intent, own, last }: Asked,
): Content {
  const { questions, intents } = payload.config;
  const { language } = values;
  const platforms = enabledPlatforms(payload);
  platforms.sort((one, other) => Number(other.id === last) - Number(one.id === last));
  const [first] = platforms;
  // The end of a sentence is the service's own text, with the same placeholders as prompts.
  const rest = (key: "questionRest" | "ownRest") => fillPrompt(labels(key), values);

  const offer = (platform: Platform, facts: Facts, prompt: string): Offer => {
    const { id, name, strategy, urlTemplate, maxUrlBytes, fallback, copiesPrompt } = platform;
    // The prompt is in the address, or it is copied first and pasted by the reader. Spaces become `%20`, not `+`,
    // because some sites show a literal plus.
    const href = fill(urlTemplate, { prompt }, encodeURIComponent);
    const fits = href.length <= maxUrlBytes;
    return {
      ...platform,
      by: name,
      asks: prompt,
      facts: { ...facts, platform: id },
      href: prompt && (fits ? href : fallback),
      copies: !!prompt && (copiesPrompt || !fits || strategy !== "prefill"),
    };
  };
  /** A prompt of that kind, if there is one; with an empty kind, the site's choice. */
  const chosenFor = ({ id, promptId }: OfferedPlatform, kind: string): Prompt | undefined =>
    choosePrompt(
      payload.prompts.filter((prompt) => !kind || (prompt.kind === kind && hasLanguage(prompt, language))),
      id,
      !kind && promptId,
      language,
      vary,
    );
  /** The site's choice, the other kinds of prompts in the page's language, and the reader's own question. */
  const intentsOf = (platform: OfferedPlatform): Intent[] => {
    const usual = chosenFor(platform, "") || { kind: "summary", name: "" };
    const kind = KINDS.find((known) => known === usual.kind);
    const others: LabelKey[] = KINDS.filter((other) => intents.enabled && other !== kind && chosenFor(platform, other));
    if (questions.own) others.push(OWN);
    return [{ id: "", name: kind ? labels(kind) : usual.name }, ...others.map((id) => ({ id, name: labels(id) }))];
  };

  return {
    intents: first ? intentsOf(first) : [],
    platforms: platforms.flatMap((platform) => {
      if (intent === OWN) {
        return offer(platform, { type: "question_click", questionId: OWN }, own && `${own} ${rest("ownRest")}`);
      }
      const chosen = chosenFor(platform, intent);
      if (intent && !chosen) return [];
      return offer(
        platform,
        { type: "ai_click", promptId: chosen?.id },
        fillPrompt(chosen ? chosen.text : labels("summaryRest"), values),
      );
    }),
    questions:
      !first || !questions.enabled
        ? []
        : questions.items.slice(0, questions.max).map(({ id, text }) => {
            // A question of a rule may have no id; it counts as an ask without a question.
            const facts: Facts = { type: id ? "question_click" : "ai_click", questionId: id };
            const name = fillPrompt(text, values);
            return { ...offer(first, facts, `${name} ${rest("questionRest")}`), name };
          }),
    shares: payload.shareTargets.flatMap((target): Offer | readonly Offer[] => {
      const { id, name: network } = target;
      const href = fill(target.urlTemplate, { ...values, text: values.title || values.url }, encodeURIComponent);
      if (!href && !("share" in navigator)) return [];
      const [name, label] =
        id === "email"
          ? [labels("email"), labels("shareByEmail")]
          : href
            ? [network, labels("shareOn", { network })]
            : [labels("otherApps"), labels("otherApps")];
      return {
        ...target,
        by: network,
        href,
        asks: "",
        copies: false,
        facts: { type: "social_click", network: id },
        name,
        label,
      };
    }),
  };
}

/** The enabled platforms, in the order of the configuration. */
function enabledPlatforms({ config, registry }: Payload): OfferedPlatform[] {
  return config.platforms.flatMap(({ id, enabled = true, label, promptId }) => {
    const platform = registry.find((known) => known.id === id);
    if (!platform || !enabled) return [];
    return { ...platform, name: label || platform.name, promptId };
  });
}
