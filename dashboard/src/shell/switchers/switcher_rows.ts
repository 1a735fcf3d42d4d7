// The rows of a switcher.

export interface Row {
  id: string;
  name: string;
  detail: string;
  /** The key that leads there from anywhere. */
  digit?: string;
}

/** The row that is no site. */
export const ADD = "add";
