/** How a widget looks at its place. Types only. */

export interface Look {
  /** Values of the sheet's custom properties. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Whether a mark of that color is visible. `ground` is the only background on which the service says that it is. */
  readonly shows: (color: string, ground: string | undefined) => boolean;
}
