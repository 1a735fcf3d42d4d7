/** What a site's rules say about a page, decided as the server decides it. Never touches the page. */

import { pathIsTaken } from "./glob";
import { baseLanguage } from "./labels";
import type { Rule } from "./payload";

/** What a rule can be matched against. */
export interface RulePage {
  readonly path: string;
  readonly host: string;
  readonly language: string;
  readonly now: number;
}

/** Of each type of action the first that matches. The service sends the rules in the order in which they count. */
export function judge(rules: readonly Rule[], page: RulePage): (type: string) => Rule["action"] | undefined {
  const matching = rules.filter((rule) => matches(rule, page)).map(({ action }) => action);
  return (type) => matching.find((action) => action.type === type);
}

function matches({ match, startsAt, endsAt }: Rule, { path, host, language, now }: RulePage): boolean {
  const isLanguage = (asked: string) => asked === language.toLowerCase() || asked === baseLanguage(language);
  return (
    pathIsTaken(path, match.paths, match.excludePaths) &&
    (!match.hosts.length || match.hosts.includes(host)) &&
    (!match.languages.length || match.languages.some((asked) => asked === "*" || isLanguage(asked.toLowerCase()))) &&
    !(startsAt && Date.parse(startsAt) > now) &&
    !(endsAt && Date.parse(endsAt) <= now)
  );
}
