/** Functions that the first file shares with the others. Readers therefore load them once. */

import { beginCopy, sharePage } from "./gestures";
import { offerAt } from "./offers/content";
import { element } from "./drawing/element";
import { initial, drawMark, sign } from "./drawing/marks";
import { markdownAddress, pageAddress, pageTitle } from "./page";
import { post } from "./reporting/post";
import { applyStyles } from "./drawing/styles";
import { eventOf, mayReport, viewOf } from "./reporting/reporting";
import { applyLook, valuesOf } from "./widget";

export const SHARED_FUNCTIONS = {
  element,
  drawMark,
  sign,
  pageAddress,
  pageTitle,
  post,
  offerAt,
  beginCopy,
  sharePage,
  mayTell: mayReport,
  eventOf,
  applyStyles,
  dress: applyLook,
  markdownAddress,
  viewOf,
  valuesOf,
  initial,
};
export type SharedFunctions = typeof SHARED_FUNCTIONS;
