/**
 * The response of `GET /api/v1/sites/:id/config` without an API key. It contains all that the widget needs for any
 * page. The service has validated and completed it; the widget relies on that, and `safely.ts` catches errors.
 */

export interface Payload {
  readonly siteName: string;
  readonly config: WidgetConfig;
  readonly prompts: readonly Prompt[];
  /** Null in a payload that an earlier release stored. */
  readonly rules: readonly Rule[] | null;
  readonly registry: readonly Platform[];
  /** The offered share buttons, in order. */
  readonly shareTargets: readonly ShareTarget[];
  /** Whether the first file can draw the site alone: see `extras.ts`. */
  readonly plain?: boolean;
  /** Which query parameters and hash routes belong to a page, if any do. */
  readonly pages?: PageSettings;
  /** Values of the sheet's custom properties. Missing if the service is of an earlier release. */
  readonly looks?: {
    readonly light: Readonly<Record<string, string>>;
    readonly dark: Readonly<Record<string, string>>;
  };
  readonly labels: Readonly<Record<string, LabelTexts>>;
}

export interface PageSettings {
  readonly distinct?: readonly string[];
  readonly queryParameters?: readonly { readonly name: string; readonly paths?: readonly string[] }[];
  /** On every path or none, or on paths that match one of these globs. */
  readonly hashRoutes?: boolean | readonly string[];
}

export interface WidgetConfig {
  readonly enabled: boolean;
  readonly placement: Placement;
  readonly platforms: readonly PlatformChoice[];
  readonly customPlatforms: readonly CustomPlatform[];
  readonly social: readonly { readonly id: string; readonly enabled: boolean }[];
  readonly questions: Questions;
  readonly intents: { readonly enabled: boolean };
  /** Missing in a payload that an earlier release stored. */
  readonly menu?: readonly MenuItem[];
  readonly markdown: { readonly copy: boolean };
  readonly theme: Theme;
  readonly privacy: Privacy;
}

/** One of the site's own items. */
export interface MenuItem {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly url?: string | null;
  readonly text?: string | null;
}

export interface Placement {
  readonly mode: string;
  readonly selector?: string | null;
  readonly position: string;
  readonly includePaths: readonly string[];
  readonly excludePaths: readonly string[];
  readonly side: string;
  readonly offset: number;
  readonly hideForToday: boolean;
}

export interface Questions {
  readonly enabled: boolean;
  readonly max: number;
  /** Whether readers can ask their own question. */
  readonly own: boolean;
  readonly items: readonly Question[];
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

/** A question of a rule may have no id. */
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
  readonly marks: string;
}

export interface Privacy {
  readonly track: boolean;
  readonly respectDoNotTrack: boolean;
  readonly showPromptPreview: boolean;
}

export interface Prompt {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
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
  /** Whether the prompt is also copied, because the address may not fill it in. */
  readonly copiesPrompt?: boolean;
  readonly mark?: string;
  readonly markColor?: string;
  /** `light` or `dark`: the only background on which that color can be seen. */
  readonly markOn?: string;
}

export interface ShareTarget {
  readonly id: string;
  readonly name: string;
  readonly urlTemplate: string;
  readonly mark?: string;
  readonly markColor?: string;
  /** `light` or `dark`: the only background on which that color can be seen. */
  readonly markOn?: string;
}

export type LabelTexts = Readonly<Record<string, string>>;
