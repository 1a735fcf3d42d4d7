// The tables below the first screen, which are loaded together.

export { ByCompetitor } from "./ByCompetitor";
export { ByEngine } from "./ByEngine";
