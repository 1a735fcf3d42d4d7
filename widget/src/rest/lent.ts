/** What the second and third file use from the first: the same functions, not copies. Available after `borrow` was called. */

import type { Lent } from "../lending";

/** All of it, for the third file. */
export let all: Lent;
export let element: Lent[0];
export let mark: Lent[1];
export let sign: Lent[2];
export let networkSign: Lent[3];
export let pageAddress: Lent[4];
export let pageTitle: Lent[5];
export let pageLanguage: Lent[6];
export let post: Lent[7];
export let offerAt: Lent[8];
export let mayTell: Lent[9];
export let eventOf: Lent[10];
export let applyStyles: Lent[11];
export let settle: Lent[12];
export let dress: Lent[13];
export let markdownAddress: Lent[14];
export let actOf: Lent[15];
export let bodyOf: Lent[16];
export let bare: Lent[17];
export let stands: Lent[18];
export let viewOf: Lent[19];
export let initial: Lent[20];

export function borrow(lent: Lent): void {
  [element, mark, sign, networkSign, pageAddress, pageTitle, pageLanguage, post, offerAt, mayTell, eventOf, applyStyles, settle, dress, markdownAddress, actOf, bodyOf, bare, stands, viewOf, initial] = all = lent;
}
