// A row of a switcher.

export interface Row {
  id: string;
  name: string;
  detail: string;
  /** The number key that opens it on any page. */
  digit?: string;
}

/** The id of the row that adds a site. */
export const ADD = "add";
