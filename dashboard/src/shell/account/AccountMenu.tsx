// The account menu in the side bar: account, language, light or dark, sign out.

import { Trans, useLingui } from "@lingui/react/macro";

import { tellOtherTabs } from "../../api/browser_sessions";
import { api, ask, type Schemas } from "../../api/client";
import { Avatar } from "../../ui/elements/Avatar";
import { Button, LinkButton } from "../../ui/elements/Button";
import { DialogOpener } from "../../ui/dialogs/DialogOpener";
import { pendingDeletions } from "../../ui/hooks/pending_deletions";
import styles from "./AccountMenu.module.css";
import { PreferenceChoices } from "./PreferenceChoices";

export function useSignOut(): () => Promise<void> {
  return async () => {
    await pendingDeletions.sendAll();
    // Opens the sign-in page even if the session has already ended.
    await ask(api.POST("/api/v1/auth/logout")).catch(() => undefined);
    tellOtherTabs("signed out");
    location.assign("/login");
  };
}

export function AccountMenu({ user }: { user: Schemas["User"] }) {
  const { t } = useLingui();
  const shown = user.name === "" ? user.email : user.name;
  return (
    <DialogOpener
      className={styles.account}
      title={t`Account`}
      placement="top start"
      popover={styles.popover}
      dialog={styles.menu}
      button={
        <>
          <Avatar name={shown} seed={user.id} isPerson />
          <span className={styles.name}>{shown}</span>
        </>
      }
    >
      {(close) => <AccountChoices user={user} onDone={close} />}
    </DialogOpener>
  );
}

export function AccountChoices({ user, onDone }: { user: Schemas["User"]; onDone: () => void }) {
  const signOut = useSignOut();
  return (
    <>
      <div className={styles.who}>
        {user.name === "" ? null : <strong>{user.name}</strong>}
        <span>{user.email}</span>
      </div>
      <div className={styles.looks}>
        <PreferenceChoices />
      </div>
      <div className={styles.ways} onClick={onDone} role="presentation">
        <LinkButton to="/account">
          <Trans>Sign-in and security</Trans>
        </LinkButton>
        <Button onPress={() => void signOut()}>
          <Trans>Sign out</Trans>
        </Button>
      </div>
    </>
  );
}
