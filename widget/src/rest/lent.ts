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
export let button: Lent[9];
export let mayTell: Lent[11];
export let eventOf: Lent[12];
export let applyStyles: Lent[13];
export let settle: Lent[14];
export let dress: Lent[15];
export let markdownAddress: Lent[16];
export let actOf: Lent[17];
export let bodyOf: Lent[18];
export let bare: Lent[19];
export let stands: Lent[20];
export let viewOf: Lent[21];
export let initial: Lent[22];
export let uuidV7: Lent[23];

export function borrow(lent: Lent): void {
  [element, mark, sign, networkSign, pageAddress, pageTitle, pageLanguage, post, offerAt, button, , mayTell, eventOf, applyStyles, settle, dress, markdownAddress, actOf, bodyOf, bare, stands, viewOf, initial, uuidV7] = all = lent;
}
