/** The functions that the first file shares with the others, so that readers load them once. */

import { offerAt } from "./offers/content";
import { element } from "./drawing/element";
import { initial, drawMark, sign } from "./drawing/marks";
import { markdownAddress, pageAddress, pageTitle } from "./page";
import { post } from "./telling/post";
import { applyStyles } from "./drawing/styles";
import { eventOf, mayTell, viewOf } from "./telling/telling";
import { dress, settle } from "./widget";

export const LENT = {
  element, drawMark, sign, pageAddress, pageTitle, post, offerAt, mayTell, eventOf, applyStyles,
  settle, dress, markdownAddress, viewOf, initial,
};
export type Lent = typeof LENT;
