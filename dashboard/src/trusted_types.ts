// The default policy of Trusted Types, created before any other code runs. The dashboard never makes markup from text,
// so only the empty string is allowed: React Aria's announcer empties its element with it.

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
