/**
 * The widget's looks. They live in its shadow root as a constructed sheet, which a strict content security policy
 * allows; never as a `style` attribute, which it refuses.
 */

import type { Theme } from "./payload";

const DARK = "--bg:#17191f;--fg:#eceef3;--dim:#a0a7b5;--ink:color-mix(in srgb,var(--accent) 58%,#fff)";

const SHEET = `
:host{all:initial;display:block;font-family:inherit;padding:1.25em 0}
*{box-sizing:border-box;margin:0;padding:0;font:inherit;color:inherit}
section{--bg:#fff;--fg:#1b1e25;--dim:#5a6170;--ink:var(--accent);--line:1px solid #8884;--soft:#8881;font-size:.9375em;line-height:1.45;overflow-wrap:anywhere}
.dark{${DARK}}@media(prefers-color-scheme:dark){.auto{${DARK}}}
.sm{font-size:.8125em}.lg{font-size:1.0625em}
.card{background:var(--bg);border:var(--line);border-radius:calc(var(--radius)*1.5);padding:1em 1.1em;display:grid;gap:.8em;max-width:50em}
.card,.title{color:var(--fg)}
ul,.foot,span{list-style:none;display:flex;flex-wrap:wrap;gap:.5em}
a,b,button,summary{display:inline-flex;align-items:center;gap:.5em;text-decoration:none;background:none;border:0}
a,button,summary{cursor:pointer}
b{font-weight:600;color:var(--fg)}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.title:before{content:"";width:1em;height:1em;background:var(--ink);clip-path:polygon(50% 0,62% 38%,100% 50%,62% 62%,50% 100%,38% 62%,0 50%,38% 38%)}
.ai a,.menu>.title{background:var(--bg);border:var(--line);border-radius:var(--radius);min-height:2.4em;padding:.35em .85em;font-weight:500}
.ai a:before{content:"";width:.6em;height:.6em;border:.13em solid var(--ink)}
.ai :nth-child(3n+1)>:before{border-radius:50%}
.ai :nth-child(3n)>:before{transform:rotate(45deg)}
.ai a:hover,.menu>.title:hover{border-color:var(--ink)}
.ask{display:grid;gap:.3em}
.ask a,.prompt{display:flex;padding:.5em .8em;border-radius:var(--radius);background:var(--soft)}
.ask a:after,summary:after{content:"";width:.4em;height:.4em;border:solid;border-width:.1em .1em 0 0;margin-inline-start:auto;transform:rotate(45deg)}
[dir=rtl] .ask a:after{transform:rotate(-135deg)}
summary:after{transform:rotate(135deg);margin:-.2em .1em 0}
[open]>summary:after{transform:rotate(-45deg);margin-top:.2em}
.foot{justify-content:space-between}
.foot,.foot *{gap:.35em 1.1em}
.foot,.card details{font-size:.875em;color:var(--dim)}
.foot a:hover,.ask a:hover,button:hover,summary:hover,.prompt button,[role=status]{color:var(--ink)}
summary::-webkit-details-marker{display:none}
.prompt{margin-top:.5em;flex-direction:column;align-items:start;gap:.2em}
.prompt p{white-space:pre-wrap;color:var(--fg)}
p:empty{position:absolute}
.stacked .ai,.menu .ai{display:grid;grid-template-columns:repeat(auto-fill,minmax(9em,1fr))}
.stacked .ai{grid-template-columns:1fr}
.ai a{display:flex}
.menu{position:relative;width:max-content}
.menu>.card{position:absolute;z-index:2;width:24em;max-width:calc(100vw - 2rem);max-height:calc(100vh - 6rem);overflow:auto;box-shadow:0 8px 40px #0f142033}
textarea{position:fixed;top:0;opacity:0}
@media(pointer:coarse){a,button,summary{min-height:2.6em}}
@media print{:host{display:none}}
`;

/**
 * Gives `root` its looks. `corner` is where a widget over the page stands: `bottom-right`; empty for one in the page.
 * `nonce` is for browsers without constructed sheets, under a strict policy.
 */
export function applyStyles(root: ShadowRoot, { accent, radius }: Theme, corner: string, nonce: string | null): void {
  const [edge, side] = (corner || "top-inset-inline-start").split(/-(.*)/);
  const css = `${SHEET}section{--accent:${accent};--radius:${radius}px}.menu>.card{${edge}:calc(100% + .5em);${side}:0}${
    corner &&
    `:host{position:fixed;z-index:2147483000;padding:0;${edge}:1rem;${side}:1rem}.menu>.title{padding:.6em 1.1em;border-radius:9em;box-shadow:0 4px 20px #0f142033}`
  }`;
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const style = document.createElement("style");
    style.nonce = nonce || "";
    style.textContent = css;
    root.append(style);
  }
}
