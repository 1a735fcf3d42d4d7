// What is news, in sentences.

import { useLingui } from "@lingui/react/macro";

import { useForms } from "../../words/forms";
import { decodedPath } from "../../words/paths";
import { useChangeTitle } from "../shared/citations/RateChange";
import type { Need, News, Report } from "./queries";

/** Returns a function that says news about a site in one sentence. */
export function useNewsSentence(site: string): (news: News) => string {
  const { t } = useLingui();
  const forms = useForms();
  const changeTitle = useChangeTitle();
  return ({ code, subject, engine, value, previous }) => {
    const now = forms.number(value ?? 0);
    const before = forms.number(previous ?? 0);
    const rates = t`${forms.percent(value ?? 0)} after ${forms.percent(previous ?? 0)}`;
    const question = subject === null ? "" : ` “${subject}”`;
    const page = decodedPath(subject ?? "");
    switch (code) {
      case "widget_missing":
        return t`The widget on ${site} is missing.`;
      case "crawler_refused":
        return t`The server of ${site} refuses ${subject ?? ""}.`;
      case "citation_lost":
      case "citation_gained": {
        const direction = code === "citation_lost" ? "fall" : "rise";
        const ofQuestion = engine === null ? "question" : "cell";
        const level = subject !== null ? ofQuestion : engine === null ? "site" : "engine";
        return `${changeTitle({ level, engine, query: subject, direction })}: ${rates}.`;
      }
      case "asks_fell":
        return t`Readers asked AI less often: ${now} times after ${before}.`;
      case "asks_rose":
        return t`Readers asked AI more often: ${now} times after ${before}.`;
      case "visits_fell":
        return t`AI sent fewer readers: ${now} visits after ${before}.`;
      case "visits_rose":
        return t`AI sent more readers: ${now} visits after ${before}.`;
      case "page_rose":
        return t`Readers asked far more about ${page}: ${now} times after ${before}.`;
      case "question_rose":
        return t`A question was picked far more often: ${now} times after ${before}.${question}`;
    }
  };
}

/** Returns a function that says what needs attention. */
export function useNeedSentence(): (need: Need) => string {
  const { t } = useLingui();
  const forms = useForms();
  return ({ code, crawler, refused, since }) => {
    switch (code) {
      case "install_error":
        return t`The page was checked without finding the widget.`;
      case "stale":
        return t`The widget was not seen for seven days.`;
      case "not_installed":
        return t`The widget is not installed.`;
      case "credits_low":
        return t`Credits are low.`;
      case "crawler_refused":
        return t`The server has refused ${crawler ?? ""} since ${forms.day(since ?? "")}: ${forms.number(refused ?? 0)} requests in this period.`;
    }
  };
}

/** What the team can do. */
export function useToDoSentence(toDo: NonNullable<Report["toDo"]>): string {
  const { t } = useLingui();
  switch (toDo) {
    case "check_widget":
      return t`Put the widget back in place: Site settings show the snippet.`;
    case "allow_crawler":
      return t`Allow the crawler on your server: Crawlers lists its networks.`;
    case "read_answers":
      return t`Read the answers under Citations: which sources replaced yours?`;
    case "add_credits":
      return t`Get more credits, or monitors will stop.`;
    case "open_page":
      return t`Look at the page that rose: does it answer what readers ask?`;
  }
}
