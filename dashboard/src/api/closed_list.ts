// Closed lists of the API: an incomplete table of them does not compile.

/** A list of all values of a type, in the order in which they are shown: `every<Role>()(["viewer", …])`. */
export const every =
  <Value extends string>() =>
  <const List extends readonly Value[]>(
    list: List & ([Value] extends [List[number]] ? unknown : { missing: Exclude<Value, List[number]> }),
  ): List =>
    list;

/** The values of a complete table, in the order of its lines. */
export const keysOf = <Value extends string>(table: Readonly<Record<Value, unknown>>): Value[] =>
  Object.keys(table) as Value[];
