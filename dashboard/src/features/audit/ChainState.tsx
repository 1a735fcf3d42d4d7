// Whether the audit log is intact, as of the service's latest full check.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from "react-aria-components";

import { Button } from "../../ui/elements/Button";
import { Tag } from "../../ui/page/page";
import { useForms } from "../../words/forms";
import styles from "./ChainState.module.css";
import { chainQuery } from "./queries";

export function ChainState({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const forms = useForms();
  const { data: chain, error, isFetching, refetch } = useQuery(chainQuery(orgId));
  if (chain === undefined)
    return error === null ? null : (
      <Tag tone="warn">
        <Trans>The chain could not be checked</Trans>
      </Tag>
    );
  const { intact, entries, brokenAt, checkedAt } = chain;
  return (
    <DialogTrigger>
      <AriaButton className={styles.state}>
        {intact ? (
          <Tag tone="good">
            <Trans>Verified up to {forms.moment(checkedAt)}</Trans>
          </Tag>
        ) : (
          <Tag tone="bad">
            <Trans>The chain is broken</Trans>
          </Tag>
        )}
      </AriaButton>
      <Popover className={styles.popover} placement="bottom start">
        <Dialog className={styles.dialog} aria-label={t`The chain of entries`}>
          <p>
            <Plural value={entries} one="# entry was read." other="# entries were read." />{" "}
            {intact ? (
              <Trans>
                Each entry contains the hash of the previous one, so changed or removed entries are detected.
              </Trans>
            ) : brokenAt === null ? (
              <Trans>Entries are missing at the end: someone with access to the server’s files removed them.</Trans>
            ) : (
              <Trans>
                The chain breaks at {brokenAt}: someone with access to the server’s files changed or removed an entry.
              </Trans>
            )}
          </p>
          <p>
            <Trans>
              People who run the server could rewrite the whole log. To be able to prove a change, keep a downloaded
              copy elsewhere.
            </Trans>
          </p>
          <Button isPending={isFetching} onPress={() => void refetch()}>
            <Trans>Check again</Trans>
          </Button>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
