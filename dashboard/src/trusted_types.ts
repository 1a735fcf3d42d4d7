// The default policy of Trusted Types, made before anything else runs. The page makes no markup from text: the empty string
// passes, since React Aria's announcer empties its element with it, and nothing else does.

interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown;
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;

factory?.createPolicy("default", {
  createHTML: (text) => {
    if (text === "") return "";
    throw new TypeError("The dashboard makes no markup from text.");
  },
});

export {};
