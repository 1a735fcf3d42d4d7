// Written by generate_client.mjs from the OpenAPI document of the binary; do not edit.

import { msg } from "@lingui/core/macro";

export const FIGURES = {
  asks: {
    name: msg`AI asks`,
    what: msg`Clicks on an assistant’s button or on a question: AI clicks and question clicks together.`,
  },
  questionClicks: {
    name: msg`Questions`,
    what: msg`Clicks on a question, suggested or the reader’s own.`,
  },
  aiReferrals: {
    name: msg`Visits from AI`,
    what: msg`Visits that began with a link from an assistant, according to the referrer or utm_source.`,
  },
  shares: {
    name: msg`Shares`,
    what: msg`Clicks on share buttons of social networks, and copies of the page or of its address.`,
  },
  views: {
    name: msg`Views`,
    what: msg`Page views of readers. Crawlers are not included.`,
  },
  asksPer100Views: {
    name: msg`Asks per 100 views`,
    what: msg`AI asks per 100 views of pages with the widget, rounded to two decimal places.`,
  },
  hits: {
    name: msg`Requests`,
    what: msg`Requests of known crawlers that ran the widget, one for each page. Views and visits do not include them.`,
  },
  citationRate: {
    name: msg`Citation rate`,
    what: msg`The share of engines’ answers to the tracked questions that cite the site.`,
  },
} as const;
