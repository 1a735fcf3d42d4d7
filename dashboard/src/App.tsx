// The providers that all pages need: language, API client, routes.

import { I18nProvider as WordsProvider, useLingui } from "@lingui/react";
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { RouterProvider as Addresses } from "@tanstack/react-router";
import { I18nProvider as ControlsProvider } from "react-aria-components";

import type { newRouter } from "./router";
import { Sentence } from "./ui/jsx/translation";
import { formsFor, type Language } from "./words/language";
import { i18n } from "./words/i18n";

export function App({ queryClient, router }: { queryClient: QueryClient; router: ReturnType<typeof newRouter> }) {
  return (
    <WordsProvider i18n={i18n} defaultComponent={Sentence}>
      <Controls>
        <QueryClientProvider client={queryClient}>
          <Addresses router={router} />
        </QueryClientProvider>
      </Controls>
    </WordsProvider>
  );
}

/** React Aria's controls format dates and numbers like the rest of the dashboard. */
function Controls({ children }: { children: React.ReactNode }) {
  const { i18n: words } = useLingui();
  return (
    <ControlsProvider locale={formsFor(words.locale as Language, navigator.languages)}>{children}</ControlsProvider>
  );
}
