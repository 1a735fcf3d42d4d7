/**
 * What the widget says about the page that it is on. In events, an address has no parameters except those of a
 * campaign.
 */

/** Campaign parameters and click ids: they say how a reader came, not which page it is. */
const TRACKING = /^(utm_|mtm_|[a-z]*clk?id=|gad_|[gw]braid=|mc_[ce]id=|igsh|_g[al]=|_hs|mkt_tok=|srsltid=)/;
/**
 * Parameters that contain a secret or identify a person, recognized by a word in their name or because their value is a
 * JSON Web Token. `crates/domain/src/pages/address.rs` decides the same; `testdata/secret_parameter_cases.json` tests
 * both.
 */
const SECRET =
  /(^|[^a-z])(token|(api)?key|auth|session|\w*sess(ion)?id|sid|sig(nature)?|code|otp|e?mail|phone|password|secret)([^a-z]|$)/i;
const WEB_TOKEN = /=eyJ[\w-]+\./;
const MAX_TITLE_CHARACTERS = 300;
/** The service accepts up to 4,096 bytes. */
const MAX_EVENT_URL_CHARACTERS = 4_000;

/**
 * The page's address as it is shared and put into prompts: without fragment, and without parameters about the reader. A
 * canonical address is the owner's choice and is used unchanged.
 */
export function pageAddress(): string {
  const canonical = linkedAddress("link[rel=canonical]");
  const bare = location.origin + location.pathname;
  // The canonical link is used only if it names this page, because many sites do not update it when a script changes
  // the page.
  return canonical.split(/[?#]/)[0] === bare ? canonical : bare + query((pair) => !TRACKING.test(pair));
}

/** The page's address in events: of the query, only the campaign that brought the reader. */
export function eventAddress(): string {
  const address = location.origin + location.pathname + query((pair) => pair.startsWith("utm_"));
  return address.slice(0, MAX_EVENT_URL_CHARACTERS);
}

/** The origin of the previous page, without its path. */
export function referrerOrigin(): string | undefined {
  return /^https?:\/\/[^/]+/.exec(document.referrer)?.[0];
}

export function pageTitle(): string {
  // A lone surrogate, as a page that cuts its title by length may leave, cannot be encoded.
  return document.title.slice(0, MAX_TITLE_CHARACTERS).replace(/\p{Cs}/gu, "");
}

export function pageLanguage(): string {
  return document.documentElement.lang || "en";
}

/** The address of the page's Markdown, if the page names it. */
export function markdownAddress(): string {
  return linkedAddress('link[rel~=alternate][type="text/markdown"]');
}

function linkedAddress(selector: string): string {
  return (document.querySelector<HTMLLinkElement>(selector) || { href: "" }).href;
}

/** `apiKey` and `user%5Bemail%5D` consist of two words each. */
function isSecret(pair: string): boolean {
  return SECRET.test(pair.replace(/=.*/, "").replace(/%..|([a-z])(?=[A-Z])/g, "$1.")) || WEB_TOKEN.test(pair);
}

/** Parameters stay as written; `URLSearchParams` would rewrite them. */
function query(isKept: (pair: string) => boolean): string {
  const kept = location.search
    .slice(1)
    .split("&")
    .filter((pair) => pair && isKept(pair) && !isSecret(pair))
    .join("&");
  return kept && `?${kept}`;
}
