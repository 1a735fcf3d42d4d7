// The same for tests and the development server.
//
// There React also reports where an element was made.

import * as react from "react/jsx-dev-runtime";

import { forTranslation } from "./translation";

export { Fragment } from "react/jsx-dev-runtime";

export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, ...source) =>
  react.jsxDEV(type, forTranslation(type, props, !isStatic), key, isStatic, ...source);
