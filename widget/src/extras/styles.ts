/** Styles of a widget behind one button: see `first/drawing/styles.ts`. */

export const SHEET = `
:host([style*=fixed]){display:block!important}
section[class]{container-type:normal;max-width:none}
.bar{display:flex;flex-wrap:wrap;gap:.27em}
.opener{display:inline-flex;align-items:center;gap:.53em;text-align:start;min-height:2.53em;padding:.45em .7em;background:var(--outer-accent);color:var(--outer-on);border-radius:var(--radius)}
:where(.bar)>.txt{color:var(--outer-dim);padding:0 .75em;font-size:.93em}
.panel{container-type:inline-size;width:min(26em,100vw - 16px);border-radius:calc(var(--radius)*1.5);border:1px solid var(--line)}
.panel .card{background:none;border:0;content-visibility:visible}
:host([style*=fixed]) .opener{box-shadow:0 .2em .8em #0004}
.panel .head{position:relative;padding-inline-end:2.2em}
.head>.icon{position:absolute;top:0;inset-inline-end:0}
.opener:hover{background:var(--outer-hover)}
`;
