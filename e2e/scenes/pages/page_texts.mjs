// The texts of the customer's pages, and their styles.

export const PARAGRAPHS = [
  "Flour, water, salt and time: a loaf needs no more than that, but it needs the time. The dough rests for a day in a cool place before it meets the oven.",
  "Turn it out on a floured board, fold it twice, and leave it alone. What looks like waiting is work that the yeast does for you.",
  "The crust sings when it cools. Listen before you cut; a hot loaf is a wet one.",
];

/** @param {number} place */
export const paragraph = (place) => PARAGRAPHS[place % PARAGRAPHS.length];

export const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.6 Georgia, serif; background: #fff; color: #222; overflow-wrap: anywhere; }
header, main, footer, nav { max-width: 44rem; margin: 0 auto; padding: .75rem 1rem; }
a { color: #1a4fb4; }
.price { font-weight: bold; }
@media (prefers-color-scheme: dark) { body { background: #14161b; color: #e6e6e6; } a { color: #9db8ff; } }
.dark body { background: #101216; color: #e6e6e6; }
.dark a { color: #9db8ff; }
`;
