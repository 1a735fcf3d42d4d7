// The programs of docs/cookbook.md in TypeScript and Python. Those in Go are run in `clients/slow`, since they need its
// compiler.

import ts from "typescript";

import { testRecipes } from "../../scenes/checks/cookbook.mjs";

const {
  ScriptTarget: { ES2022: target },
  ModuleKind: { ESNext: module },
} = ts;

await testRecipes({
  ts: {
    file: "program.mjs",
    compile: (code) => ts.transpileModule(code, { compilerOptions: { target, module } }).outputText,
    command: [process.execPath],
  },
  python: { file: "program.py", command: ["python3"] },
});
