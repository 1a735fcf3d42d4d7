/**
 * The widget's styles. They are constructed sheets in its shadow root, which a strict content security policy allows;
 * colors are custom properties, set by script, which it also allows. What is shown only after a reader touches
 * something is in `rest/styles.ts`. Pages have usually loaded two font weights: the normal one and that of their
 * headings. Any other weight would be searched for among the system's fonts, which took a fifth of the time of the
 * frame that draws the card.
 */

/**
 * `all` keeps out the page's styles for all elements, with or without `!important`. If the widget's width depends on
 * its content, the single column is 50em wide: a minimum width of the card would widen the page's own columns on a
 * phone.
 */
const SHEET = `
:host{all:initial;display:grid!important;grid-template-columns:minmax(0,50em);opacity:1!important;filter:none!important;max-width:100%;min-width:0;font-family:inherit;font-size:inherit;padding:1.25em 0}
section{all:initial;display:block;font-family:inherit;font-size:clamp(13px,var(--size,15)*.0625em,34px);line-height:1.47;color:var(--fg);overflow-wrap:anywhere;container-type:inline-size;max-width:50em}
.sm{--size:13}.lg{--size:17}
*{box-sizing:border-box;margin:0;padding:0;border:0;font:inherit;color:inherit;background:none;text-decoration:none}
svg,b{flex:none;width:1.07em;height:1.07em}
svg{fill:currentColor;fill-rule:evenodd}
b{border-radius:9em;text-align:center;box-shadow:0 0 0 1px}
b::before{content:attr(data-initial);font-size:.67em;line-height:1.6;display:block}
.line{fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.card{display:grid;grid-template-columns:minmax(0,1fr);gap:.73em;padding:1em;background:var(--bg);border:1px solid var(--line);border-radius:calc(var(--radius)*1.5);content-visibility:auto;contain-intrinsic-block-size:auto 24em}
h2,h3{font-weight:700}
h2{flex:1 8em}
h3,p,.asks,.kinds,.foot,.txt,figcaption{font-size:.87em}
.kinds,.foot,.txt,figcaption,.qs p{color:var(--dim)}
.qs p bdi{color:var(--fg)}
.head,.kinds,.ai,.asks,.foot{display:flex;flex-wrap:wrap;align-items:center;gap:.53em}
.kinds{gap:.4em}
.kinds button{padding:.2em .7em;min-width:24px;min-height:24px;border-radius:9em;box-shadow:inset 0 0 0 1px var(--line)}
.kinds [aria-checked=true]{color:var(--fg);background:var(--soft);box-shadow:inset 0 0 0 1px var(--edge)}
.prompt{background:var(--soft);border-radius:var(--radius);padding:.53em .8em}
p{white-space:pre-wrap}
.long{max-height:7.35em;overflow:auto}
.split>*,.other,.txt,.icon,.group{display:inline-flex;align-items:center;gap:.53em}
.split,.other,.txt,.icon{border-radius:var(--radius);min-height:2.53em}
.split{display:inline-flex;background:var(--accent);color:var(--on)}
.main,.other{padding:.4em .7em}
.main{flex:1}
.split button{padding:0 .5em;border-inline-start:1px solid #8886}
.other{border:1px solid var(--line)}
.qs{display:grid;gap:.4em}
.qs,.foot{border-top:1px solid var(--line);padding-top:.73em}
.head>*+*,.foot>.txt{margin:-.47em -.4em}
.foot{justify-content:space-between;padding-top:.33em;margin-bottom:-.47em}
.group{flex-wrap:wrap;gap:0}
.txt,.icon{justify-content:center;padding:0 .4em;min-width:2.53em}
.stacked .ai>*{flex:1 100%}
@container(max-width:28em){.ai>*,.asks>*{flex:auto}}
@media(pointer:coarse){.split,.other,.txt,.icon,.kinds button{min-height:2.9em}}
@container(max-width:23em){.card{padding:.8em}.kinds{font-size:.8em}.kinds,.ai{gap:.33em}.kinds button{padding:.2em .5em}.ai{font-size:.87em}}
@container(max-width:20em){.icon{padding:0;min-width:2.2em}.group{margin:0 -.56em}.group>span{display:none}}
`;

/** Adds a sheet to `root`. `nonce` is for browsers without constructed sheets, under a strict policy. */
export function applyStyles(root: ShadowRoot, nonce: string | null | undefined, text = SHEET): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    root.adoptedStyleSheets.push(sheet);
  } catch {
    const style = document.createElement("style");
    style.nonce = nonce || "";
    style.textContent = text;
    root.prepend(style);
  }
}
