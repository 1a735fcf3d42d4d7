// The choices of language and of light or dark colors, as groups of buttons.

import { t } from "@lingui/core/macro";

import styles from "../../ui/fields/Segments.module.css";
import { THEMES, chooseTheme, storedTheme, type Theme } from "../../ui/hooks/theme";
import { LANGUAGES, chooseLanguage, type Language } from "../../words/language";
import { element, setAttribute, type Words } from "./element";
import { i18n } from "../../words/i18n";

export function preferenceChoices(): Node[] {
  const themes: Record<Theme, Words> = { system: () => t`System`, light: () => t`Light`, dark: () => t`Dark` };
  const languages = segments({
    label: () => t`Language`,
    choices: (Object.keys(LANGUAGES) as Language[]).map((id) => ({ id, label: () => LANGUAGES[id] })),
    chosen: i18n.locale as Language,
    onChoose: (language) => void chooseLanguage(language),
  });
  const colors = segments({
    label: () => t`Colors`,
    choices: THEMES.map((id) => ({ id, label: themes[id] })),
    chosen: storedTheme(),
    onChoose: chooseTheme,
  });
  return [languages, colors];
}

interface SegmentsParts<Id extends string> {
  label: Words;
  choices: readonly { id: Id; label: Words }[];
  chosen: Id;
  onChoose: (id: Id) => void;
}

/** A radio group: one stop for the Tab key; an arrow key selects the next choice. */
function segments<Id extends string>({ label, choices, chosen, onChoose }: SegmentsParts<Id>): HTMLElement {
  const buttons = choices.map((choice) =>
    element("button", { type: "button", role: "radio", class: styles.segment }, choice.label),
  );
  const choose = (place: number): void => {
    for (const [at, button] of buttons.entries()) {
      const isChosen = at === place;
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
      setAttribute(button, "data-selected", isChosen ? "true" : undefined);
    }
  };
  choose(choices.findIndex(({ id }) => id === chosen));
  for (const [place, button] of buttons.entries()) {
    const press = (at: number): void => {
      const choice = choices[at];
      if (choice === undefined) return;
      choose(at);
      onChoose(choice.id);
    };
    button.addEventListener("click", () => {
      press(place);
    });
    button.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : key === "ArrowLeft" || key === "ArrowUp" ? -1 : 0;
      if (step === 0) return;
      const next = (place + step + buttons.length) % buttons.length;
      buttons[next]?.focus();
      press(next);
    });
  }
  return element("div", { class: styles.segments, role: "radiogroup", "aria-label": label }, ...buttons);
}
