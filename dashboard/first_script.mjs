// A build plugin that decides how the scripts of a page start. A small script in its own file runs before the large
// ones have arrived. Nothing is painted before the large ones have run, because there is nothing to see yet.

const MAIN = '<script type="module" ';

/**
 * @param {string} [source] of the script that runs before the others, from the dashboard's folder
 * @returns {import("vite").Plugin}
 */
export function firstScript(source) {
  return {
    name: "first-script",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (html.split(MAIN).length !== 2) throw new Error("The page must have exactly one module script.");
        const painted = html.replace(MAIN, `${MAIN}blocking="render" `);
        if (source === undefined) return painted;
        const file = Object.values(bundle ?? {}).find(
          (one) => one.type === "chunk" && one.moduleIds.some((id) => id.endsWith(source)),
        );
        if (file === undefined) throw new Error(`${source} is not in a separate file.`);
        return {
          html: painted,
          // It waits neither for the end of the document nor for the scripts below it.
          tags: [
            {
              tag: "script",
              attrs: { type: "module", crossorigin: true, async: true, src: `/${file.fileName}` },
              injectTo: "head",
            },
          ],
        };
      },
    },
  };
}
