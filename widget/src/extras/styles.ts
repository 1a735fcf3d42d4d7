/** Looks of a widget behind one button: see `../styles.ts`. */

export const SHEET = `
.bar{display:flex;flex-wrap:wrap;gap:.27em}
.opener{display:inline-flex;align-items:center;gap:.53em;text-align:start;min-height:2.53em;padding:.45em .9em;background:var(--outer-accent);color:var(--outer-on);border:1px solid transparent;border-radius:var(--radius);font-weight:500}
:where(.bar) .txt{color:var(--outer-dim);padding:0 .7em}
`;
