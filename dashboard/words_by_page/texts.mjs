// The texts of the dashboard, compiled and numbered. Lingui identifies each text by six random characters, which cannot
// be compressed: numbers save seven kilobytes for each page.

import { fileURLToPath } from "node:url";

import { createCompiledCatalog, getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";

const CONFIG = getConfig({ configPath: fileURLToPath(new URL("../lingui.config.js", import.meta.url)) });

/**
 * The texts of each language in the order of their numbers, and the number of each id. Fails if a text has no
 * translation.
 * @returns {Promise<{ numbers: Map<string, number>, languages: Map<string, unknown[]> }>}
 */
export async function numberedTexts() {
  const [catalog] = await getCatalogs(CONFIG);
  if (catalog === undefined) throw new Error("There is no catalog.");
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const languages = new Map();
  for (const language of CONFIG.locales) {
    const { messages, missing } = await catalog.getTranslations(language, {
      sourceLocale: CONFIG.sourceLocale,
      fallbackLocales: CONFIG.fallbackLocales,
    });
    const { source, errors } = createCompiledCatalog(language, messages, { namespace: "json" });
    const problems = [...missing.map(({ id }) => id), ...errors.map(({ error }) => error.message)];
    if (problems.length > 0) throw new Error(`Texts in ${language} that are missing or wrong: ${problems.join(", ")}`);
    /** @type {{ messages: Record<string, unknown> }} */
    const compiled = JSON.parse(source);
    for (const id of Object.keys(compiled.messages).sort()) if (!numbers.has(id)) numbers.set(id, numbers.size);
    languages.set(
      language,
      [...numbers.keys()].map((id) => compiled.messages[id]),
    );
  }
  return { numbers, languages };
}
