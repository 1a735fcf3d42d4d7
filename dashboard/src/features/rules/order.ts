// The order in which rules are tried. Service and widget use the same order: `PromptRule::order` in
// `crates/domain/src/rules/mod.rs`.

import { normalPath } from "../../../../widget/src/extras/glob";

interface Ordered {
  id: string;
  priority: number;
  match: { paths: readonly string[] };
}

/**
 * Sorts by priority, smallest number first; then by the longest literal prefix of a rule's paths; then by age, oldest
 * first.
 */
export function sortedRules<Rule extends Ordered>(rules: readonly Rule[]): Rule[] {
  const prefix = new Map(rules.map((rule) => [rule.id, Math.max(0, ...rule.match.paths.map(literalPrefix))]));
  return [...rules].sort(
    (one, other) =>
      one.priority - other.priority ||
      (prefix.get(other.id) ?? 0) - (prefix.get(one.id) ?? 0) ||
      (one.id < other.id ? -1 : 1),
  );
}

/** The same as `literal_prefix_length` in `crates/domain/src/shared/glob.rs`. Counts code points. */
export function literalPrefix(written: string): number {
  const glob = normalPath(written);
  const star = glob.indexOf("*");
  if (star < 0) return Array.from(glob).length + 1;
  const before = glob.slice(0, star);
  const rest = glob.slice(star);
  const isWholeSegment = before.endsWith("/") && /^\*\*(\/|$)/.test(rest);
  return Array.from(before).length - (isWholeSegment ? 1 : 0);
}

/** The new order of the ids, with those in `taken` moved before or after the id in `to`. */
export function movedIds(
  ids: readonly string[],
  taken: ReadonlySet<string>,
  to: { id: string; side: "before" | "after" },
): string[] {
  if (taken.has(to.id)) return [...ids];
  const group = ids.filter((id) => taken.has(id));
  return ids
    .filter((id) => !taken.has(id))
    .flatMap((id) => (id !== to.id ? [id] : to.side === "before" ? [...group, id] : [id, ...group]));
}
