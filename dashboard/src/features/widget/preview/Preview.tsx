// A preview of the draft: the real widget in a sandboxed frame. The frame has no origin, and its links do not work.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import type { Schemas } from "../../../api/client";
import { SelectField } from "../../../ui/fields/fields";
import { Note } from "../../../ui/page/page";
import { Segments } from "../../../ui/fields/Segments";
import { WhenNear } from "../../../ui/loading/WhenNear";
import { decodedPath } from "../../../words/paths";
import styles from "./Preview.module.css";
import { heardIn, LANGUAGES, WIDTHS, type PreviewPage, type ShowMessage, type Width } from "./preview_page";
import { knownPagesQuery, type Payload } from "../queries";

const SAMPLE = "";
/** If one button opens a panel, the preview needs more height. */
const PANEL_HEIGHT = 560;
const MIN_HEIGHT = 240;
/**
 * In a narrower window the preview starts with the width of a phone, because a desktop page would be scaled down too
 * much.
 */
const MAX_PHONE_WIDTH = 640;

interface PreviewProps {
  site: Schemas["SiteDetail"];
  payload: Payload | undefined;
}

export function Preview({ site, payload }: PreviewProps) {
  const { t, i18n } = useLingui();
  const [width, setWidth] = useState<Width>(() => (innerWidth < MAX_PHONE_WIDTH ? 390 : 800));
  const [isDark, setDark] = useState(false);
  const [language, setLanguage] = useState<string>("en");
  const [path, setPath] = useState(SAMPLE);
  const [isNear, setNear] = useState(false);
  const { data: pages = [] } = useQuery({ ...knownPagesQuery(site.id), enabled: isNear });
  const near = (): void => {
    setNear(true);
  };
  const chosen = pages.find((page) => page.path === path);
  const page: PreviewPage = {
    title: chosen?.title ?? t`Sample page`,
    url: `https://${site.domain}${chosen?.path ?? "/guides/sample-page"}`,
    language,
    isDark,
  };
  const names = new Intl.DisplayNames([i18n.locale], { type: "language" });
  return (
    <section className={styles.preview} aria-label={t`Preview`}>
      <header className={styles.head}>
        <h2>
          <Trans>On your page</Trans>
        </h2>
        <Segments
          label={t`Width`}
          choices={WIDTHS.map((id) => ({ id: String(id), label: `${String(id)} px` }))}
          chosen={String(width)}
          onChoose={(id) => {
            setWidth(WIDTHS.find((one) => String(one) === id) ?? 800);
          }}
        />
        <Segments
          label={t`Background`}
          choices={[
            { id: "light", label: t`Light` },
            { id: "dark", label: t`Dark` },
          ]}
          chosen={isDark ? "dark" : "light"}
          onChoose={(id) => {
            setDark(id === "dark");
          }}
        />
      </header>
      <Stage
        width={width}
        message={payload === undefined ? undefined : { kind: "show", payload, page }}
        isFloating={payload?.config.placement.mode === "floating"}
        hasPanel={payload !== undefined && hasPanel(payload)}
        isDark={isDark}
      />
      <div className={styles.choices} onPointerEnter={near} onFocus={near}>
        <SelectField
          label={t`Page`}
          chosen={path}
          onChoose={setPath}
          choices={[
            { id: SAMPLE, label: t`Sample page` },
            ...pages.map((one) => ({ id: one.path, label: decodedPath(one.path) })),
          ]}
        />
        <SelectField
          label={t`Language of the page`}
          chosen={language}
          onChoose={setLanguage}
          choices={LANGUAGES.map((tag) => ({ id: tag, label: names.of(tag) ?? tag }))}
        />
      </div>
      {payload?.config.enabled === false ? (
        <Note tone="warn">
          <Trans>The widget is off: readers don’t see it.</Trans>
        </Note>
      ) : null}
      <p className={styles.hint}>
        <Trans>
          The real widget with the settings on this page. Rules and page lists are ignored, clicks aren’t counted, and
          nothing from your site is loaded.
        </Trans>
      </p>
    </section>
  );
}

interface StageProps {
  width: Width;
  message: ShowMessage | undefined;
  isFloating: boolean;
  hasPanel: boolean;
  isDark: boolean;
}

function hasPanel({ config }: Payload): boolean {
  return config.placement.mode === "floating" || /^(menu|bar|compact)$/.test(config.theme.layout);
}

function Stage({ width, message, isFloating, hasPanel: opensPanel, isDark }: StageProps) {
  const { t } = useLingui();
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [content, setContent] = useState(MIN_HEIGHT);
  const [room, setRoom] = useState(0);
  const [space, setSpace] = useState<number>(width);
  const text = message === undefined ? undefined : JSON.stringify(message);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<unknown>): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const heard = heardIn(data);
      if (heard?.kind === "ready") setReady(true);
      else if (heard?.kind === "size") {
        setContent(heard.height);
        setRoom(heard.room);
      }
    };
    addEventListener("message", hear);
    return () => {
      removeEventListener("message", hear);
    };
  }, []);
  useEffect(() => {
    // The target origin is "*", because the sandboxed frame has no origin.
    if (isReady && text !== undefined) frame.current?.contentWindow?.postMessage(JSON.parse(text), "*");
  }, [isReady, text]);
  useEffect(() => {
    if (stage.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSpace(entry.contentRect.width);
    });
    observer.observe(stage.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  // A page that is wider than the available space is scaled down, so that its layout does not change.
  const scale = Math.min(1, space / width);
  const height = Math.max(isFloating ? 0 : content, opensPanel ? PANEL_HEIGHT : MIN_HEIGHT);
  return (
    <>
      <div className={styles.stage} data-dark={isDark || undefined}>
        <div ref={stage}>
          <div className={styles.scaled} style={{ width: width * scale, height: height * scale }}>
            {/* Loaded after the form was painted, because people wait for the form. */}
            <WhenNear>
              <iframe
                ref={frame}
                className={styles.frame}
                title={t`The widget on a page`}
                src="/preview"
                sandbox="allow-scripts"
                style={{ width, height, transform: scale < 1 ? `scale(${String(scale)})` : undefined }}
              />
            </WhenNear>
          </div>
        </div>
      </div>
      {room > 0 && !isFloating ? (
        <p className={styles.hint}>
          <Trans>
            At this width the widget needs {room} px of height: <code>min-height: {room}px</code> reserves that space
            while it loads.
          </Trans>
        </p>
      ) : null}
    </>
  );
}
