// The snippet in the form that each kind of site needs.

export const KINDS = ["html", "wordpress", "shopify", "next", "tag_manager"] as const;
export type Kind = (typeof KINDS)[number];

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  html: "HTML",
  wordpress: "WordPress",
  shopify: "Shopify",
  next: "Next.js",
  tag_manager: "Google Tag Manager",
};

/** The part of a site that the snippet needs. */
export interface SnippetSite {
  readonly id: string;
  readonly scriptUrl: string | null;
}

/** The address of the widget's script: the operator's setting, otherwise a file of this instance. */
export const scriptOf = ({ scriptUrl }: SnippetSite, origin: string): string => scriptUrl ?? `${origin}/widget.js`;

/**
 * First words of hosts that general rules of content blockers name. `askline doctor` has the same list;
 * `testdata/blocked_host_cases.json` tests both.
 */
const BLOCKED_HOST = /^(analytics|matomo|metrics|piwik|plausible|statistics|stats|telemetry|tracker|tracking)\./;

/** Whether content blockers often stop requests to the script's host, so that views and clicks are not counted. */
export const isOftenBlocked = (script: string): boolean => BLOCKED_HOST.test(new URL(script).hostname);

export function snippetFor(kind: Kind, script: string, siteId: string): string {
  const tag = `<script src="${script}" data-site="${siteId}" async></script>`;
  switch (kind) {
    case "html":
    case "shopify":
      return tag;
    case "wordpress":
      return `add_action('wp_footer', function () { ?>\n  ${tag}\n<?php });`;
    case "next":
      return `import Script from "next/script";\n\n<Script src="${script}" data-site="${siteId}" strategy="afterInteractive" />`;
    // A tag manager drops attributes that it does not know, so a script creates the element.
    case "tag_manager":
      return [
        "<script>",
        "(function () {",
        '  var script = document.createElement("script");',
        `  script.src = "${script}";`,
        `  script.setAttribute("data-site", "${siteId}");`,
        "  script.async = true;",
        "  document.body.appendChild(script);",
        "})();",
        "</script>",
      ].join("\n");
  }
}
