/** How a widget looks at its place. Types only. */

export interface Look {
  /** Custom properties of the sheet. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Whether a mark of that color can be seen; `ground` is the only background on which the service says that it can. */
  readonly shows: (color: string, ground: string | undefined) => boolean;
}
