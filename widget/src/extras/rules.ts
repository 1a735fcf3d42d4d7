/** Which rules apply to a page, decided as the server decides it. Never touches the page. */

import { isPathIncluded } from "./glob";
import { baseLanguage } from "../first/offers/labels";
import type { Rule } from "../first/payload";

/** The properties of a page that rules are matched against, except the time. */
export interface RulePage {
  readonly path: string;
  readonly host: string;
  readonly language: string;
}

export type Actions = (type: string) => Rule["action"] | undefined;

/** The rules that match a page, regardless of the time. */
export function rulesFor(rules: readonly Rule[], { path, host, language }: RulePage): Rule[] {
  const spoken = ["*", language.toLowerCase(), baseLanguage(language)];
  return rules.filter(
    ({ match }) =>
      isPathIncluded(path, match.paths, match.excludePaths) &&
      (!match.hosts.length || match.hosts.includes(host)) &&
      (!match.languages.length || match.languages.some((asked) => spoken.includes(asked.toLowerCase()))),
  );
}

/** The first action of each type that applies at `now`. The service sends the rules in their order. */
export function actionsAt(rules: readonly Rule[], now: number): Actions {
  return (type) => {
    for (const { action, startsAt, endsAt } of rules) {
      // For an empty text `Date.parse` returns NaN, and no comparison with NaN is true.
      if (action.type === type && !(Date.parse(startsAt || "") > now || Date.parse(endsAt || "") <= now)) return action;
    }
    return undefined;
  };
}

/** Both steps together, for a page that is read only once. */
export function judge(rules: readonly Rule[], page: RulePage & { readonly now: number }): Actions {
  return actionsAt(rulesFor(rules, page), page.now);
}
