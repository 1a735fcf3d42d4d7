// The search parameters of the page about rules: the open rule, and the tested page.

export interface RulesSearch {
  /** A rule's id, or `new`. */
  open?: string;
  /** The tested address. */
  url?: string;
  /** The language of the tested page; English when left out. */
  language?: string;
}

export function readRulesSearch(search: Record<string, unknown>): RulesSearch {
  const found: RulesSearch = {};
  const { open, url, language } = search;
  if (typeof open === "string" && /^(new|rule_[0-9a-zA-Z]{1,40})$/.test(open)) found.open = open;
  if (typeof url === "string" && url !== "" && url.length <= 2048) found.url = url;
  if (typeof language === "string" && /^[A-Za-z0-9-]{2,35}$/.test(language)) found.language = language;
  return found;
}
