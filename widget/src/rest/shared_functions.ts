/**
 * The functions of the first file that the second and third file use. They are the same functions, not copies.
 * Available after `setSharedFunctions` was called. Functions of one or two lines are imported instead, because an entry
 * here makes the first file larger.
 */

import type { SharedFunctions } from "../first/shared_functions";

/** All of them, for the third file. */
export let sharedFunctions: SharedFunctions;
export let element: SharedFunctions["element"];
export let drawMark: SharedFunctions["drawMark"];
export let sign: SharedFunctions["sign"];
export let pageAddress: SharedFunctions["pageAddress"];
export let pageTitle: SharedFunctions["pageTitle"];
export let post: SharedFunctions["post"];
export let offerAt: SharedFunctions["offerAt"];
export let beginCopy: SharedFunctions["beginCopy"];
export let sharePage: SharedFunctions["sharePage"];
export let mayTell: SharedFunctions["mayTell"];
export let eventOf: SharedFunctions["eventOf"];
export let applyStyles: SharedFunctions["applyStyles"];
export let dress: SharedFunctions["dress"];
export let markdownAddress: SharedFunctions["markdownAddress"];
export let viewOf: SharedFunctions["viewOf"];
export let valuesOf: SharedFunctions["valuesOf"];
export let initial: SharedFunctions["initial"];

export function setSharedFunctions(shared: SharedFunctions): void {
  sharedFunctions = shared;
  ({
    element,
    drawMark,
    sign,
    pageAddress,
    pageTitle,
    post,
    offerAt,
    beginCopy,
    sharePage,
    mayTell,
    eventOf,
    applyStyles,
    dress,
    markdownAddress,
    viewOf,
    valuesOf,
    initial,
  } = shared);
}
