/**
 * The widget without a script: a block of HTML whose links contain the prompt. For pages that allow no script. It is
 * made in advance for one page. It counts nothing, and leaves out what needs a script: platforms whose address takes no
 * prompt, the share sheet, and everything that copies.
 */

import { contentFor, type Offer } from "./first/offers/content";
import { withOwnPlatforms } from "./extras/own_platforms";
import { withRules } from "./extras/rules_applied";
import { variantOf } from "./extras/variants";
import { isPathIncluded } from "./extras/glob";
import { isRightToLeft, labelsFor } from "./first/offers/labels";
import type { Payload } from "./first/payload";
import type { SelectVariant } from "./first/offers/prompt_choice";
import { judge } from "./extras/rules";

/** The page that the links ask about. */
export interface StaticPage {
  readonly url: URL;
  readonly title: string;
  /** A tag, such as `pt-BR`. */
  readonly language: string;
  /** The address of the page's Markdown, or empty. */
  readonly markdownUrl: string;
  /** Unix milliseconds, for rules with a start or an end date. */
  readonly now: number;
}

/** The block; empty if the site's configuration shows no widget on this page. */
export function staticLinks(whole: Payload, { url, title, language, markdownUrl, now }: StaticPage): string {
  const { config } = whole;
  const { includePaths, excludePaths } = config.placement;
  const actions = judge(whole.rules || [], { path: url.pathname, host: url.hostname, language, now });
  if (!config.enabled || !isPathIncluded(url.pathname, includePaths, excludePaths) || actions("hide_widget")) return "";

  const payload = withRules(withOwnPlatforms(whole), actions);
  const labels = labelsFor(payload.labels, language);
  const values = { url: url.href, title, language, siteName: payload.siteName, markdownUrl };
  const shareTargets = payload.shareTargets.filter(({ urlTemplate }) => urlTemplate);
  // Of several variants the first one is used, because there is no page view for a random choice.
  const vary: SelectVariant = (chosen, prompts) => variantOf(chosen, prompts, () => 0);
  const content = contentFor({ ...payload, shareTargets }, values, vary, labels, { intent: "", own: "", last: "" });

  const platforms = content.platforms.filter(({ copies }) => !copies);
  // As in the widget, the prompt is above the assistants that get it.
  const lists: readonly (readonly [heading: string, offers: readonly Offer[], prompt?: string])[] = [
    ...[...new Set(platforms.map(({ asks }) => asks))].map(
      (asks) => [labels("asked"), platforms.filter((offer) => offer.asks === asks), asks] as const,
    ),
    [labels("questions"), content.questions],
    [labels("share"), content.shares],
  ];
  const isQuestion = (offer: Offer): boolean => content.questions.includes(offer);
  const item = (offer: Offer): string => {
    const { name, by, label, asks, href } = offer;
    const spoken =
      label ||
      (isQuestion(offer)
        ? labels("askQuestionWith", { platform: by, question: name })
        : labels("askWith", { platform: name }));
    // The end of the sentence that is sent.
    const rest = isQuestion(offer) ? ` <small>${escaped(asks.slice(name.length).trim())}</small>` : "";
    return `    <li><a href="${escaped(href)}" target="_blank" rel="noopener" referrerpolicy="strict-origin" aria-label="${escaped(spoken)}">${escaped(name)}</a>${rest}</li>`;
  };
  const parts = lists.flatMap(([heading, offers, prompt]) =>
    listOf(heading, offers.filter(({ copies }) => !copies).map(item), prompt),
  );
  if (!parts.length) return "";
  const direction = isRightToLeft(language) ? "rtl" : "ltr";
  return [
    `<aside class="askline" lang="${escaped(language)}" dir="${direction}" aria-label="${escaped(labels("title"))}">`,
    `  <p><strong>${escaped(labels("title"))}</strong></p>`,
    ...parts,
    "</aside>\n",
  ].join("\n");
}

function listOf(heading: string, items: readonly string[], prompt = ""): string[] {
  if (!items.length) return [];
  return [
    `  <p>${escaped(heading)}</p>`,
    ...(prompt ? [`  <blockquote dir="auto">${escaped(prompt).replaceAll("\n", "<br>")}</blockquote>`] : []),
    "  <ul>",
    ...items,
    "  </ul>",
  ];
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for content and for quoted attributes. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
