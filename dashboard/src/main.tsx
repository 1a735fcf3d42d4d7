import "./trusted_types";
import "./styles/tokens.css";
import "./styles/base.css";

import { createRoot } from "react-dom/client";

import { App } from "./App";
import { takeToken } from "./features/doors/token";
import { keptLanguage, speak } from "./words/language";
import { keptTheme, showTheme } from "./ui/theme";

takeToken();
// A second address of a door, opened in the same tab, changes the fragment alone.
addEventListener("hashchange", takeToken);
showTheme(keptTheme());
await speak(keptLanguage());

const place = document.getElementById("app");
if (place === null) throw new Error("The page has no place for the dashboard.");
createRoot(place).render(<App />);
