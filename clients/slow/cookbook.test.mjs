// The programs of docs/cookbook.md in Go, which use only its standard library.

import { testRecipes } from "../../e2e/scenes/checks/cookbook.mjs";

process.env.GOPROXY = "off";
process.env.GO111MODULE = "off";

await testRecipes({ go: { file: "main.go", command: ["go", "run"] } });
