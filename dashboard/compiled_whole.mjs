// Has browsers compile files whole, and off the page's thread, while they come: a plugin of the build. About half of the functions in
// the files that the overview begins with run before its first figures are seen, and one that is compiled at its first call is read
// twice while the page waits. Browsers that do not know the comment ignore it.

/** Known to V8, and only as the first thing in a file. */
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
      // After Vite has written its own lines above everything else.
      order: "post",
      handler(_, bundle) {
        const files = Object.values(bundle).filter((one) => one.type === "chunk" && names.includes(one.name));
        if (files.length !== names.length) this.error(`Not one file for each of: ${names.join(", ")}.`);
        for (const file of files) if (file.type === "chunk") file.code = COMMENT + file.code;
      },
    },
  };
}
