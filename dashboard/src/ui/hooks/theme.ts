// Light, dark, or the system's choice. Stored in this browser.

import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "askline.theme";
const listeners = new Set<() => void>();

export function storedTheme(): Theme {
  const kept = localStorage.getItem(STORAGE_KEY);
  return THEMES.find((theme) => theme === kept) ?? "system";
}

export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORAGE_KEY, theme);
  showTheme(theme);
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, storedTheme);
}
