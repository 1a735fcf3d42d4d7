// What readers get on a page: the text, and the URL of each assistant. Each URL is shown with its length limit.

import { Trans, useLingui } from "@lingui/react/macro";
import { Meter } from "react-aria-components";

import type { Schemas } from "../../../api/client";
import { Mark } from "../../shared/platforms/Mark";
import { OutsideLink } from "../../../ui/elements/Button";
import { CopyButton } from "../../../ui/elements/CopyButton";
import { TextField } from "../../../ui/fields/fields";
import { Card, Note } from "../../../ui/page/page";
import { useWords } from "../../../ui/page/Problem";
import { ApiFailure } from "../../../api/failure";
import { useForms } from "../../../words/forms";
import { warningWords } from "../../../words/warnings";
import styles from "./PromptPreview.module.css";
import type { Preview } from "../../shared/prompts/queries";

interface PromptPreviewProps {
  preview: Preview | undefined;
  /** Why the preview failed. */
  failure: unknown;
  isEmpty: boolean;
  /** Whether the preview is of an earlier text, while the current one loads. */
  isOld: boolean;
  url: string;
  onUrl: (url: string) => void;
  /** The page that is used if no URL was entered. */
  home: string;
}

export function PromptPreview({ preview, failure, isEmpty, isOld, url, onUrl, home }: PromptPreviewProps) {
  const { t } = useLingui();
  const wordsOf = useWords();
  const urlProblem = failure instanceof ApiFailure ? failure.fields.url?.[0] : undefined;
  return (
    <Card title={t`What readers get`}>
      <div className={styles.preview} data-old={(isOld && preview !== undefined) || undefined}>
        <TextField
          label={t`Page URL`}
          value={url}
          onChange={onUrl}
          placeholder={home}
          type="url"
          maxLength={2000}
          isInvalid={urlProblem !== undefined}
          validationBehavior="aria"
          hint={urlProblem ?? t`Any page of your site. Nothing is fetched or counted.`}
        />
        {isEmpty || preview === undefined ? (
          <p className={styles.none}>
            {isEmpty ? (
              <Trans>Enter text to see what each assistant gets.</Trans>
            ) : failure === null || failure === undefined ? null : (
              wordsOf(failure)
            )}
          </p>
        ) : (
          <>
            <figure className={styles.sent}>
              <figcaption>
                <Trans>Sent text</Trans>
              </figcaption>
              <blockquote>{preview.prompt}</blockquote>
            </figure>
            {preview.warnings.map((warning) => (
              <Note key={warning.code} tone="warn">
                {warningWords(warning)}
              </Note>
            ))}
            <ul className={styles.links}>
              {preview.links.map((link) => (
                <PreviewLink key={link.platform} link={link} />
              ))}
            </ul>
            {preview.links.length === 0 ? (
              <Note tone="warn">
                <Trans>The widget currently offers none of the chosen assistants.</Trans>
              </Note>
            ) : null}
          </>
        )}
      </div>
    </Card>
  );
}

function PreviewLink({ link }: { link: Schemas["PreviewLink"] }) {
  const { t } = useLingui();
  const forms = useForms();
  const { platform, name, href, copiesPrompt, bytes, maxBytes } = link;
  const isTooLong = bytes !== null && maxBytes !== null && bytes > maxBytes;
  return (
    <li className={styles.link}>
      <span className={styles.name}>
        <Mark id={platform} />
        {name}
      </span>
      {bytes === null || maxBytes === null ? (
        <small className={styles.length}>
          <Trans>copied; readers paste it</Trans>
        </small>
      ) : (
        <Meter
          className={styles.meter}
          value={Math.min(bytes, maxBytes)}
          maxValue={maxBytes}
          aria-label={t`URL length for ${name}`}
          valueLabel={t`${forms.number(bytes)} of ${forms.number(maxBytes)} bytes`}
        >
          {({ percentage }) => (
            <>
              <span className={styles.track}>
                <i data-over={isTooLong || undefined} style={{ width: `${percentage}%` }} />
              </span>
              <small className={isTooLong ? styles.over : undefined}>
                {t`${forms.number(bytes)} of ${forms.number(maxBytes)} bytes`}
                {isTooLong ? (
                  <>
                    {" "}
                    · <Trans>too long: copied; readers paste it</Trans>
                  </>
                ) : copiesPrompt ? (
                  <>
                    {" "}
                    · <Trans>also copied; readers paste it if the box is empty</Trans>
                  </>
                ) : null}
              </small>
            </>
          )}
        </Meter>
      )}
      <span className={styles.acts}>
        <CopyButton text={href} what={name} />
        <OutsideLink href={href} isNewTab>
          <Trans>Try</Trans>
        </OutsideLink>
      </span>
    </li>
  );
}
