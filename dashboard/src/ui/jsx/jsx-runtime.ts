// Makes every element of the dashboard: React's runtime, safe for a browser's translation.

import * as react from "react/jsx-runtime";

import { forTranslation } from "./translation";

export { Fragment } from "react/jsx-runtime";

export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, forTranslation(type, props, true), key);
export const jsxs: typeof react.jsxs = (type, props, key) => react.jsxs(type, forTranslation(type, props, false), key);
