// Starts the dashboard: theme, language, router, and early requests for the figures.

import "./early";
import "./trusted_types";
import "./styles/tokens.css";
import "./styles/base.css";

import { createRoot } from "react-dom/client";

import { App } from "./App";
import { followOtherTabs } from "./api/browser_sessions";
import { meQuery, newQueryClient } from "./api/queries";
import { prefetchOverview, newRouter } from "./router";
import { storedLanguage, showLanguage } from "./words/language";
import { storedTheme, showTheme } from "./ui/hooks/theme";

showTheme(storedTheme());
followOtherTabs();
const queryClient = newQueryClient();
// The session may have ended while the person was elsewhere, also where no message from another tab arrived.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
});
const router = newRouter(queryClient);
// Requests the figures while the texts are loading.
prefetchOverview(queryClient, router.latestLocation.pathname, router.latestLocation.search);
await showLanguage(storedLanguage());

const place = document.getElementById("app");
if (place === null) throw new Error("The page has no place for the dashboard.");
createRoot(place).render(<App queryClient={queryClient} router={router} />);
