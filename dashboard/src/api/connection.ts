// When the browser was last online again.

let backAt = -Infinity;
addEventListener("online", () => { backAt = performance.now(); });

/** Whether the connection came back after a moment, as `performance.now()` tells them. */
export function isBackSince(moment: number): boolean {
  return backAt > moment;
}
