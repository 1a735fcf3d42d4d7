// What the viewers of a shared link will see, while its form is filled.

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { useDebouncedValue } from "../../../ui/hooks/debounced_value";
import { LinkView } from "../link_view/LinkView";
import { linkBody, type LinkForm } from "./link_form";
import styles from "./LinkDialog.module.css";
import { previewQuery } from "./queries";

const PREVIEW_AFTER_MS = 400;

export function LinkPreview({ siteId, form }: { siteId: string; form: LinkForm }) {
  const { t } = useLingui();
  const settled = useDebouncedValue(form, PREVIEW_AFTER_MS);
  const body = useMemo(() => previewBody(settled, startOfDay()), [settled]);
  const hasDays = settled.days !== "dates" || (settled.from !== "" && settled.to !== "");
  const isPossible = body.name !== "" && body.panels.length > 0 && hasDays;
  const { data, error, isPlaceholderData } = useQuery({ ...previewQuery(siteId, body), enabled: isPossible });
  return (
    <section className={styles.preview} aria-label={t`What the viewer sees`} aria-busy={isPlaceholderData}>
      <h2>{t`What the viewer sees`}</h2>
      {!isPossible ? (
        <p>{hasDays ? t`Give the link a name and at least one panel.` : t`Choose the first and the last day.`}</p>
      ) : error !== null ? (
        <p role="alert">{t`This cannot be shown: check the page and the days.`}</p>
      ) : data?.range === undefined ? null : (
        <div className={styles.frame}>
          <LinkView content={data.content} range={data.range} isPart />
        </div>
      )}
      <small>{t`Never shown: other pages, answers of engines, costs, members, email addresses, settings.`}</small>
    </section>
  );
}

/** A password and origins change nothing that is shown, and are checked when the link is saved. So is a past end. */
function previewBody(form: LinkForm, now: number): ReturnType<typeof linkBody> {
  const body = linkBody({ ...form, password: "", origins: "" }, now);
  const isPast = typeof body.expiresAt === "string" && Date.parse(body.expiresAt) <= Date.now();
  return isPast ? { ...body, expiresAt: null } : body;
}

/** The same at every keystroke, so that the same settings are the same question. */
function startOfDay(): number {
  return new Date().setHours(0, 0, 0, 0);
}
