// The choice of language, and of light or dark colors.

import { useLingui } from "@lingui/react/macro";

import { THEMES, chooseTheme, useTheme, type Theme } from "../../ui/hooks/theme";
import { LANGUAGES, chooseLanguage, type Language } from "../../words/language";
import { Segments } from "../../ui/fields/Segments";

export function PreferenceChoices() {
  const { t, i18n } = useLingui();
  const theme = useTheme();
  const themes: Record<Theme, string> = { system: t`System`, light: t`Light`, dark: t`Dark` };
  return (
    <>
      <Segments
        label={t`Language`}
        choices={(Object.keys(LANGUAGES) as Language[]).map((id) => ({ id, label: LANGUAGES[id] }))}
        chosen={i18n.locale as Language}
        onChoose={(language) => void chooseLanguage(language)}
      />
      <Segments
        label={t`Colors`}
        choices={THEMES.map((id) => ({ id, label: themes[id] }))}
        chosen={theme}
        onChoose={chooseTheme}
      />
    </>
  );
}
