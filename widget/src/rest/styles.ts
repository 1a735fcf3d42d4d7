/**
 * Styles of what is shown only after a reader touched something: see `first/drawing/styles.ts`. Its `z-index` is above
 * the browser's limit, so it becomes the largest possible.
 */

export const SHEET = `
i{position:absolute;width:1px;height:1px;overflow:hidden;opacity:0;white-space:nowrap}
.layer{display:contents}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
[hidden]{display:none}
button{cursor:pointer;text-align:start}
:is(.other,.txt,.icon,.kinds button,[role=menuitem]):is(:hover,[role]:focus){background:var(--soft);color:var(--fg)}
.split>:hover{background:var(--hover)}
.main{border-start-start-radius:inherit;border-end-start-radius:inherit}
.main+*{border-start-end-radius:inherit;border-end-end-radius:inherit}
.split :focus-visible{outline-offset:3px}
[aria-disabled],.off *{cursor:default}
.off,.other[aria-disabled]{opacity:.6}
.off>*,[aria-disabled]{background:none!important}
.own{display:grid;gap:.4em;font-size:.87em;color:var(--dim)}
textarea,input{width:100%;color:var(--fg);background:var(--soft);border:1px solid var(--edge);border-radius:var(--radius);padding:.5em .8em;resize:vertical}
textarea{font-size:1.15em}
[style*=--done] svg{display:none}
[style*=--done]::before{content:"";flex:none;width:.4em;height:.75em;margin:0 .33em .15em;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg)}
.copied{position:fixed;top:0;opacity:0}
[popover]:not(:popover-open){display:none}
.pop,.note,.panel{position:fixed;inset:auto;z-index:9999999999;box-shadow:0 .5em 2em #0003;overflow:auto;background:var(--over,var(--bg))}
.pop,.note{border:1px solid var(--edge);border-radius:var(--radius);padding:.3em;max-width:min(24em,100vw - 16px)}
.pop{min-width:11em}
[role=menuitem]{display:flex;align-items:center;gap:.6em;width:100%;min-height:2.3em;padding:.3em .6em;border-radius:var(--radius)}
.pop [hidden]{display:none}
.note{display:flex;align-items:center;gap:.6em;padding-inline-start:.9em}
@media print{:host{display:none!important}}
@media(forced-colors:active){.split,.opener,.prompt,.kinds [aria-checked=true]{border:1px solid}}
`;
