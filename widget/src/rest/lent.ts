/**
 * What the second and third file use from the first: the same functions, not copies. Available after `borrow` was called.
 * What is a line or two long is imported from there instead: an entry here costs the first file more.
 */

import type { Lent } from "../first/lending";

/** All of it, for the third file. */
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
