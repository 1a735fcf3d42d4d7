// Runs a script that has a file of its own before the large ones have come: a plugin of the build.

/**
 * @param {string} source from the dashboard's folder
 * @returns {import("vite").Plugin}
 */
export function firstScript(source) {
  return {
    name: "first-script",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const file = Object.values(bundle ?? {}).find((one) => one.type === "chunk" && one.moduleIds.some((id) => id.endsWith(source)));
        if (file === undefined) throw new Error(`${source} has no file of its own.`);
        // Without waiting for the document's end or for the scripts that stand below it.
        return [{ tag: "script", attrs: { type: "module", crossorigin: true, async: true, src: `/${file.fileName}` }, injectTo: "head" }];
      },
    },
  };
}
