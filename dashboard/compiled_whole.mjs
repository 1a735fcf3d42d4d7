// A build plugin that makes browsers compile whole files while loading them. They do this off the main thread. About
// half of the functions in the files of the overview run before its first figures are visible, and a function that is
// compiled at its first call is parsed twice while the page waits. Browsers that do not know the comment ignore it.

/** V8 recognizes it only at the start of a file. */
const COMMENT = "//# allFunctionsCalledOnLoad\n";

/**
 * @param {readonly string[]} names of the files, without their digests
 * @returns {import("vite").Plugin}
 */
export function compiledWhole(names) {
  return {
    name: "compiled-whole",
    apply: "build",
    generateBundle: {
      // Runs after Vite has added its own lines at the start of the file.
      order: "post",
      handler(_, bundle) {
        const files = Object.values(bundle).filter((one) => one.type === "chunk" && names.includes(one.name));
        if (files.length !== names.length) this.error(`Expected exactly one file for each of: ${names.join(", ")}.`);
        for (const file of files) if (file.type === "chunk") file.code = COMMENT + file.code;
      },
    },
  };
}
