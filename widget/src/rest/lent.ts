/**
 * The functions of the first file that the second and third file use: the same functions, not copies. Available after `borrow`
 * was called. Functions of one or two lines are imported instead, because an entry here makes the first file larger.
 */

import type { Lent } from "../first/lending";

/** All of them, for the third file. */
export let all: Lent;
export let element: Lent["element"];
export let drawMark: Lent["drawMark"];
export let sign: Lent["sign"];
export let pageAddress: Lent["pageAddress"];
export let pageTitle: Lent["pageTitle"];
export let post: Lent["post"];
export let offerAt: Lent["offerAt"];
export let mayTell: Lent["mayTell"];
export let eventOf: Lent["eventOf"];
export let applyStyles: Lent["applyStyles"];
export let settle: Lent["settle"];
export let dress: Lent["dress"];
export let markdownAddress: Lent["markdownAddress"];
export let viewOf: Lent["viewOf"];
export let initial: Lent["initial"];

export function borrow(lent: Lent): void {
  all = lent;
  ({
    element, drawMark, sign, pageAddress, pageTitle, post, offerAt, mayTell, eventOf,
    applyStyles, settle, dress, markdownAddress, viewOf, initial,
  } = lent);
}
