// The frame of every page after sign-in: navigation, the current site, and keyboard shortcuts.

import { useLingui } from "@lingui/react/macro";
import { Outlet } from "@tanstack/react-router";
import { Suspense, useState } from "react";

import { BottomBar } from "./BottomBar";
import { EndedSessions } from "../notices/EndedSessions";
import { Offline } from "../notices/Offline";
import { usePlace, type Place } from "../place";
import { useIsNarrow } from "./screen_width";
import styles from "./Shell.module.css";
import { useShortcuts } from "../commands/shortcuts";
import { SideBar } from "./SideBar";
import { AskAgainWhenNeeded } from "../account/AskAgainWhenNeeded";
import { SignInWhenEnded } from "../account/SignInWhenEnded";
import { Undo } from "../notices/Undo";
import { UnconfirmedAddress } from "../notices/UnconfirmedAddress";
import { UpgradeNotice } from "../notices/UpgradeNotice";
import { part } from "../../ui/loading/part";
import { Loading } from "../../ui/loading/Loaded";
import { useForms } from "../../words/forms";

const Palette = part(() => import("../commands/Palette").then(({ Palette: component }) => component));
const ShortcutList = part(() => import("../commands/ShortcutList").then(({ ShortcutList: component }) => component));

const Changes = part(() => import("../notices/Changes").then(({ Changes: component }) => component));

type Opened = "palette" | "shortcuts" | "changes" | null;

export function Shell() {
  const { t } = useLingui();
  const place = usePlace();
  const isNarrow = useIsNarrow();
  const [opened, setOpened] = useState<Opened>(null);
  useShortcuts(place, {
    onPalette: () => {
      setOpened("palette");
    },
    onList: () => {
      setOpened("shortcuts");
    },
  });
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">{t`Skip to content`}</a>
      {isNarrow ? null : (
        <SideBar
          place={place}
          onPalette={() => {
            setOpened("palette");
          }}
        />
      )}
      <main id="content" className={styles.main} tabIndex={-1}>
        <PrintedSite place={place} />
        <Offline />
        <EndedSessions />
        <UnconfirmedAddress user={place.me.user} />
        <UpgradeNotice
          onRead={() => {
            setOpened("changes");
          }}
        />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      {isNarrow ? <BottomBar place={place} /> : null}
      <Undo />
      {opened === "palette" ? (
        <Palette
          place={place}
          onClose={() => {
            setOpened(null);
          }}
          onList={() => {
            setOpened("shortcuts");
          }}
          onChanges={() => {
            setOpened("changes");
          }}
        />
      ) : null}
      {opened === "changes" ? (
        <Changes
          onClose={() => {
            setOpened(null);
          }}
        />
      ) : null}
      {opened === "shortcuts" ? (
        <ShortcutList
          onClose={() => {
            setOpened(null);
          }}
        />
      ) : null}
      <SignInWhenEnded email={place.me.user.email} userId={place.me.user.id} />
      <AskAgainWhenNeeded email={place.me.user.email} />
    </div>
  );
}

/** The site's name where there is no side bar: on phones, and in print, where it is followed by the date. */
function PrintedSite({ place: { site } }: { place: Place }) {
  const forms = useForms();
  if (site === undefined) return null;
  return (
    <p className={styles.where}>
      <strong>{site.name}</strong> <span>{site.domain}</span> <time>{forms.date(new Date())}</time>
    </p>
  );
}
