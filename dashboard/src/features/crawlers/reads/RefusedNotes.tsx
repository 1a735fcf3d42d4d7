// Crawlers that the server refuses, and what to look at, by server.

import { Trans, useLingui } from "@lingui/react/macro";

import { CopyButton } from "../../../ui/elements/CopyButton";
import { Info } from "../../../ui/dialogs/Info";
import { Note } from "../../../ui/page/page";
import { useForms } from "../../../words/forms";
import type { CrawlerReads } from "./queries";

/** Only crawlers that answers depend on; to refuse the others may be intended. */
const OF_ANSWERS = ["search", "user"];

export function RefusedNotes({ crawlers }: { crawlers: readonly CrawlerReads[] }) {
  const { t } = useLingui();
  const forms = useForms();
  const refused = crawlers.filter(({ purpose, refusedSince }) => refusedSince !== null && OF_ANSWERS.includes(purpose));
  return refused.map(({ crawler, purpose, refusedSince, refused: count, failed, reads, networks }) => {
    const since = forms.day(refusedSince ?? "");
    const times = forms.number(count + failed);
    const all = forms.number(reads);
    return (
      <Note key={`${crawler} ${purpose}`} tone="warn">
        <Trans>
          Your server has refused {crawler} since {since} ({times} of {all} reads in this period). Pages that it cannot
          read cannot be cited from its index.
        </Trans>{" "}
        <Info about={t`What to do`} guide="crawlers#refused-crawlers">
          <Trans>
            nginx and Apache: look for rules that deny this user agent or its addresses, and for limits of requests.
            Caddy: look for matchers that respond with 403. Cloudflare: look at Security, Bots, “Block AI bots”, and at
            the custom rules. WordPress: look at security plugins, which often block crawlers.
          </Trans>
        </Info>{" "}
        {networks.length === 0 ? null : (
          <CopyButton
            text={networks.join("\n")}
            what={crawler}
            words={t`Copy the addresses to allow`}
            isSmall={false}
          />
        )}
      </Note>
    );
  });
}
