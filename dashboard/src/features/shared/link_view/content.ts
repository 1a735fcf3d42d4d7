// What a shared link shows, as the API returns it. Parts that the link does not have are absent, never null.

import type { Schemas } from "../../../api/client";

/** A type whose optional members are absent or there. */
type Present<Type> = Type extends readonly (infer Item)[]
  ? readonly Present<Item>[]
  : Type extends object
    ? { [Key in keyof Type]: undefined extends Type[Key] ? Present<Exclude<Type[Key], null>> : Present<Type[Key]> }
    : Type;

export type LinkContent = Present<Schemas["SharedView"]>;
export type LinkCount = Present<Schemas["SharedCount"]>;
export type LinkRate = Schemas["CitationRate"];

/** The view in the data of a response. */
export const contentOf = (data: Schemas["SharedView"]): LinkContent => data as LinkContent;

/** The days of a view, both included, and the time zone that they are of. */
export interface LinkRange {
  from: string;
  to: string;
  timezone: string;
}
