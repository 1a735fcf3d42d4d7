/** Looks of a widget behind one button: see `../styles.ts`. */

export const SHEET = `
section[class]{container-type:normal;max-width:none}
.bar{display:flex;flex-wrap:wrap;gap:.27em}
.opener{display:inline-flex;align-items:center;gap:.53em;text-align:start;min-height:2.53em;padding:.45em .9em;background:var(--outer-accent);color:var(--outer-on);border:1px solid transparent;border-radius:var(--radius)}
:where(.bar) .txt{color:var(--outer-dim);padding:0 .7em}
.panel{container-type:inline-size;position:fixed;inset:auto;z-index:2147483001;color:var(--fg);box-shadow:0 .5em 2em #0003;overflow:auto;width:min(26em,100vw - 16px);border-radius:calc(var(--radius)*1.5)}
.panel .card{background:var(--over,var(--bg))}
.opener:hover{text-decoration:underline}
`;
