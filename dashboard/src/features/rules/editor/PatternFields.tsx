// The pages of a rule, as path patterns. While the person types, it shows which known pages the patterns match.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import type { Schemas } from "../../../api/client";
import { isPathIncluded } from "../../../../../widget/src/extras/glob";
import { TextAreaField } from "../../../ui/fields/fields";
import { knownPagesQuery } from "../queries";
import { faultOf, linesOf, pathIn, type PatternFault, type RuleForm } from "./rule_form";
import styles from "./RuleSheet.module.css";

/** How many matching pages are listed. */
const MAX_SHOWN = 6;

interface PatternFieldsProps {
  site: Schemas["SiteDetail"];
  form: RuleForm;
  set: (change: Partial<RuleForm>) => void;
}

/** Replaces addresses with their paths. */
const withoutHosts = (text: string): string =>
  text
    .split("\n")
    .map((line) => (/^https?:\/\//i.test(line.trim()) ? pathIn(line.trim()) : line))
    .join("\n");

/**
 * Replaces an address with its path immediately after it was pasted. An address that is typed is replaced when the
 * field loses focus.
 */
const afterChange = (text: string, before: string): string =>
  text.length > before.length + 1 ? withoutHosts(text) : text;

export function PatternFields({ site, form, set }: PatternFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <TextAreaField
        label={t`Pages`}
        name="match.paths"
        value={form.paths}
        onChange={(paths) => {
          set({ paths: afterChange(paths, form.paths) });
        }}
        onBlur={() => {
          set({ paths: withoutHosts(form.paths) });
        }}
        rows={2}
        placeholder={"/pricing\n/blog/**"}
        hint={
          <Trans>
            Paths, one per line. <code>*</code> matches anything up to the next slash, <code>/**</code> everything
            below: <code>/blog/*</code> matches <code>/blog/news</code>, <code>/blog/**</code> the whole blog. Leave
            empty for every page.
          </Trans>
        }
      />
      <TextAreaField
        label={t`Excluded pages`}
        name="match.excludePaths"
        value={form.excludePaths}
        onChange={(excludePaths) => {
          set({ excludePaths: afterChange(excludePaths, form.excludePaths) });
        }}
        onBlur={() => {
          set({ excludePaths: withoutHosts(form.excludePaths) });
        }}
        rows={1}
        placeholder="/blog/press"
        hint={t`Excluded even if a path above matches.`}
      />
      <MatchingPages siteId={site.id} paths={linesOf(form.paths)} excludePaths={linesOf(form.excludePaths)} />
    </>
  );
}

function MatchingPages({
  siteId,
  paths,
  excludePaths,
}: {
  siteId: string;
  paths: readonly string[];
  excludePaths: readonly string[];
}) {
  const { t } = useLingui();
  const { data: known = [] } = useQuery(knownPagesQuery(siteId));
  const faults: Record<PatternFault, string> = {
    no_slash: t`must begin with a slash`,
    too_long: t`has more than 256 characters`,
    too_many_stars: t`contains more than eight **`,
  };
  const wrong = [...paths, ...excludePaths].flatMap((pattern) => {
    const fault = faultOf(pattern);
    return fault === null ? [] : [{ pattern, fault }];
  });
  const taken = known.filter((path) => isPathIncluded(path, paths, excludePaths));
  return (
    <div className={styles.taken} role="status">
      {wrong.map(({ pattern, fault }) => (
        <p key={pattern} className={styles.fault}>
          <code>{pattern}</code> {faults[fault]}.
        </p>
      ))}
      {wrong.length > 0 || known.length === 0 ? null : (
        <>
          <p>
            {taken.length === 0 ? (
              <Trans>Matches none of your {known.length} most visited pages (90 days).</Trans>
            ) : (
              <Plural
                value={taken.length}
                one={`Matches # of your ${known.length} most visited pages (90 days):`}
                other={`Matches # of your ${known.length} most visited pages (90 days):`}
              />
            )}
          </p>
          {taken.length === 0 ? null : (
            <ul>
              {taken.slice(0, MAX_SHOWN).map((path) => (
                <li key={path}>
                  <code>{path}</code>
                </li>
              ))}
              {taken.length > MAX_SHOWN ? (
                <li>
                  <Trans>and {taken.length - MAX_SHOWN} more</Trans>
                </li>
              ) : null}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
