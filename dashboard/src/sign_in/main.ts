// The pages before sign-in: small, without React, so that they load fast on slow connections.

import "../styles/tokens.css";
import "../styles/base.css";

import { prefetch } from "../api/prefetched";
import { storedTheme, showTheme } from "../ui/hooks/theme";
import { storedLanguage, showLanguage } from "../words/language";
import { addressOf } from "./addresses";
import { open } from "./parts/frame";
import { PAGES } from "./page_at";
import { takeToken } from "./token";

// The binary serves this document only at these addresses.
const address = addressOf(location.pathname) ?? "login";
const { show, prefetches } = PAGES[address];
takeToken(address);
showTheme(storedTheme());
if (prefetches !== undefined) prefetch(prefetches);
await showLanguage(storedLanguage());

const place = document.getElementById("app");
if (place === null) throw new Error("The document has no place for a page.");
open(place);
show();
// Opening a second link of the same kind in the same tab changes only the fragment.
addEventListener("hashchange", () => {
  if (takeToken(address)) show();
});
