/**
 * What `GET /api/v1/sites/:id/config` answers without a key: all that the widget needs for any page. The service has
 * checked and completed it; the widget relies on that, behind the wall of `safely.ts`.
 */

import type { Natives } from "./natives";

export interface Payload {
  readonly siteName: string;
  readonly config: WidgetConfig;
  readonly prompts: readonly Prompt[];
  readonly rules: readonly Rule[];
  readonly registry: readonly Platform[];
  readonly shareTargets: readonly ShareTarget[];
  readonly labels: Readonly<Record<string, LabelTexts>>;
}

export interface WidgetConfig {
  readonly enabled: boolean;
  readonly placement: Placement;
  readonly platforms: readonly PlatformChoice[];
  readonly customPlatforms: readonly CustomPlatform[];
  readonly social: readonly { readonly id: string; readonly enabled: boolean }[];
  readonly questions: { readonly enabled: boolean; readonly max: number; readonly items: readonly Question[] };
  readonly markdown: { readonly copy: boolean };
  readonly theme: Theme;
  readonly privacy: Privacy;
}

export interface Placement {
  readonly mode: string;
  readonly selector?: string | null;
  readonly position: string;
  readonly includePaths: readonly string[];
  readonly excludePaths: readonly string[];
}

export interface PlatformChoice {
  readonly id: string;
  readonly enabled?: boolean;
  readonly label?: string | null;
  readonly promptId?: string | null;
}

export interface CustomPlatform {
  readonly id: string;
  readonly label: string;
  readonly urlTemplate: string;
}

/** A rule's question may have no id. */
export interface Question {
  readonly id?: string;
  readonly text: string;
}

export interface Theme {
  readonly preset: string;
  readonly accent: string;
  readonly radius: number;
  readonly size: string;
  readonly layout: string;
}

export interface Privacy {
  readonly track: boolean;
  readonly respectDoNotTrack: boolean;
  readonly showPromptPreview: boolean;
}

export interface Prompt {
  readonly id: string;
  readonly text: string;
  readonly platformIds: readonly string[];
  /** A tag, or `*` for every language. */
  readonly language: string;
  readonly weight: number;
  readonly variantGroup?: string | null;
}

export interface Rule {
  readonly match: {
    readonly paths: readonly string[];
    readonly excludePaths: readonly string[];
    readonly hosts: readonly string[];
    readonly languages: readonly string[];
  };
  readonly action: {
    readonly type: string;
    readonly promptId?: string | null;
    readonly text?: string | null;
    readonly questions?: readonly Question[] | null;
    readonly platformIds?: readonly string[] | null;
  };
  readonly startsAt?: string | null;
  readonly endsAt?: string | null;
}

/** An entry of the link registry: how a prompt reaches an AI platform. */
export interface Platform {
  readonly id: string;
  readonly name: string;
  readonly strategy: string;
  readonly urlTemplate: string;
  readonly maxUrlBytes: number;
  readonly fallback: string;
}

export interface ShareTarget {
  readonly id: string;
  readonly name: string;
  readonly urlTemplate: string;
}

export type LabelTexts = Readonly<Record<string, string>>;

const KEPT_KEY = "askline.config.";
/** A network that neither answers nor refuses counts as away after that. */
const WAIT_MS_MOST = 8_000;

/** The payload, fetched without any credential; the last good one while the service cannot be reached. */
export async function loadPayload(api: string, site: string, { fetch, store, later, soon }: Natives): Promise<Payload | null | undefined> {
  const key = KEPT_KEY + site;
  try {
    const response = await Promise.race([
      fetch(`${api}/api/v1/sites/${site}/config`, { credentials: "omit" }),
      new Promise<never>((_, reject) => { later(reject, WAIT_MS_MOST); }),
    ]);
    const text = await response.text();
    const payload = payloadIn(text);
    // When the site is gone, what was kept of it must not live on.
    if (payload || response.status < 429) soon(() => store.write(key, payload ? text : ""));
    if (response.status < 429) return payload;
  } catch {
    // Offline or blocked.
  }
  return payloadIn(store.read(key) || "{}");
}

/** What is in the service's envelope. */
function payloadIn(text: string): Payload | null | undefined {
  return (JSON.parse(text) as { data?: Payload | null }).data;
}
