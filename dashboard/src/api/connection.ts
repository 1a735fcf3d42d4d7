// When the browser last came back online.

let backAt = -Infinity;
addEventListener("online", () => {
  backAt = performance.now();
});

/** Whether the connection came back after `moment`, a value of `performance.now()`. */
export function isBackSince(moment: number): boolean {
  return backAt > moment;
}
