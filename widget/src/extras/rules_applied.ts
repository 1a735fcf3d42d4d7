/** Applies a site's rules to the payload of a page. */

import type { Payload, Rule } from "../first/payload";
import type { Actions } from "./rules";

/** The payload as it is on a page where these actions apply. */
export function withRules(payload: Payload, actions: Actions): Payload {
  const action = (type: string): Partial<Rule["action"]> => actions(type) || {};
  const around = (text = "") => [action("prepend").text, text, action("append").text].filter(Boolean).join("\n\n");
  const hidden = action("hide_platforms").platformIds || [];
  const { promptId } = action("use_prompt");
  const { config, prompts, labels } = payload;
  const platforms = config.platforms.filter(({ id }) => !hidden.includes(id));
  return {
    ...payload,
    prompts: prompts.map((prompt) => ({ ...prompt, text: around(prompt.text) })),
    // The text that is asked if the site has no prompt.
    labels: Object.fromEntries(
      Object.entries(labels).map(([language, texts]) => [
        language,
        { ...texts, summaryRest: around(texts.summaryRest) },
      ]),
    ),
    config: {
      ...config,
      platforms: promptId ? platforms.map((choice) => ({ ...choice, promptId })) : platforms,
      questions: { ...config.questions, items: action("set_questions").questions || config.questions.items },
    },
  };
}
