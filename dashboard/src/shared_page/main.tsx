// The page of a shared link: small, without the dashboard's frame. It asks only with the link's session, and sends no cookie.

import "../trusted_types";
import "../styles/tokens.css";
import "../styles/base.css";
import "./shared_page.css";

import { I18nProvider } from "@lingui/react";
import { createRoot } from "react-dom/client";

import { Sentence } from "../ui/jsx/translation";
import { showTheme, storedTheme, THEMES } from "../ui/hooks/theme";
import { showLanguage, storedLanguage } from "../words/language";
import { embedding } from "./embedding";
import { SharedPage } from "./SharedPage";
import { takenToken } from "./session";
import { i18n } from "../words/i18n";

const { isEmbedded, theme } = embedding();
showTheme(isEmbedded ? (THEMES.find((one) => one === theme) ?? "system") : storedTheme());
if (isEmbedded) document.documentElement.dataset.embedded = "";
await showLanguage(storedLanguage());

const place = document.getElementById("app");
if (place === null) throw new Error("The document has no place for a page.");
const root = createRoot(place);
const show = (): void => {
  const token = takenToken();
  root.render(
    <I18nProvider i18n={i18n} defaultComponent={Sentence}>
      <SharedPage key={token} token={token} />
    </I18nProvider>,
  );
};
show();
// Opening a second link in the same tab changes only the fragment.
addEventListener("hashchange", show);
