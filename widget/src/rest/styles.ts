/** Looks of what shows only once a reader touches something: see `../styles.ts`. Its `z-index` is more than a browser has, which takes its largest. */

export const SHEET = `
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
[hidden]{display:none}
button{cursor:pointer;text-align:start}
a:not(.main):hover,.txt:hover,.icon:hover,.kinds button:hover,.pop>:hover,.pop>:focus{background:var(--soft)}
.txt:hover,.icon:hover,.kinds button:hover{color:var(--fg)}
.main:hover{text-decoration:underline}
[aria-disabled]{opacity:.6;cursor:default}
.own{display:grid;gap:.6em;font-size:.87em;color:var(--dim)}
textarea{width:100%;color:var(--fg);background:var(--soft);border:1px solid var(--edge);border-radius:var(--radius);padding:.5em .8em;font-size:1.15em;resize:vertical}
.copied{position:fixed;top:0;opacity:0}
[popover]:not(:popover-open){display:none}
.pop,.note,.panel{position:fixed;inset:auto;z-index:9999999999;box-shadow:0 .5em 2em #0003;overflow:auto;background:var(--over,var(--bg))}
.pop,.note{border:1px solid var(--edge);border-radius:var(--radius);padding:.3em;max-width:min(24em,100vw - 16px)}
.pop{min-width:11em}
.pop>*{display:flex;align-items:center;gap:.6em;width:100%;min-height:2.3em;padding:.3em .6em;border-radius:inherit}
.note{display:flex;align-items:center;gap:.6em;padding-inline-start:.9em}
@media(forced-colors:active){.split,.opener,.prompt,.kinds [aria-checked=true]{border:1px solid}}
`;
