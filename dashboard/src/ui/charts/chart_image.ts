// Draws a chart as a PNG. It has the title, the drawing as it is on the screen, and the legend. Loaded with the first one.

const SCALE = 2;
const MARGIN_PX = 16;
const TITLE_PX = 32;
const LEGEND_LINE_PX = 24;
const SWATCH_PX = 10;
/** The properties of a drawing that style sheets set. An image has no style sheet, so they become attributes. */
const DRAWN = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-size",
  "font-family",
  "text-anchor",
] as const;
const SVG = "http://www.w3.org/2000/svg";

/** The image of the chart in this element, which contains one drawing and may contain a legend. */
export async function chartImage(title: string, chart: HTMLElement): Promise<Blob> {
  const drawing = chart.querySelector("svg");
  if (drawing === null) throw new Error("There is no drawing.");
  const { width, height } = drawing.getBoundingClientRect();
  const legend = [...chart.querySelectorAll("[data-legend] li")].map((entry) => ({
    name: entry.textContent.trim(),
    color: colorOf(entry.querySelector("i")),
  }));
  const lines = linesOf(legend, width, textWidth(chart));
  const [whole, wholeHeight] = [width + 2 * MARGIN_PX, height + TITLE_PX + lines.length * LEGEND_LINE_PX + MARGIN_PX];
  const style = getComputedStyle(chart);
  const image = element("svg", { xmlns: SVG, width: whole, height: wholeHeight, "font-family": style.fontFamily });
  const surface = getComputedStyle(chart.closest("section") ?? chart).backgroundColor;
  image.append(element("rect", { width: whole, height: wholeHeight, fill: surface }));
  image.append(text(title, MARGIN_PX, 22, { fill: style.color, "font-size": 14, "font-weight": 600 }));
  const copied = copyOf(drawing);
  copied.setAttribute("x", String(MARGIN_PX));
  copied.setAttribute("y", String(TITLE_PX));
  image.append(copied);
  lines.forEach((line, place) => {
    const y = TITLE_PX + height + place * LEGEND_LINE_PX;
    for (const { x, name, color } of line) {
      image.append(element("rect", { x: x + MARGIN_PX, y: y + 4, width: SWATCH_PX, height: SWATCH_PX, fill: color }));
      image.append(text(name, x + MARGIN_PX + SWATCH_PX + 6, y + 13, { fill: style.color, "font-size": 12 }));
    }
  });
  return rastered(new XMLSerializer().serializeToString(image), whole, wholeHeight);
}

/** The drawing with its computed styles as attributes, without what follows the pointer. */
function copyOf(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  [drawing, ...drawing.querySelectorAll<SVGElement>("*")].forEach((original, place) => {
    const style = getComputedStyle(original);
    for (const name of DRAWN) copies[place]?.setAttribute(name, style.getPropertyValue(name).replaceAll('"', "'"));
    for (const name of ["class", "href", "tabindex"]) copies[place]?.removeAttribute(name);
  });
  return copy;
}

function colorOf(swatch: Element | null): string {
  if (swatch === null) return "none";
  const { backgroundColor, borderTopColor } = getComputedStyle(swatch);
  // A shape that is only outlined has its color in its border.
  return /^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor) ? borderTopColor : backgroundColor;
}

interface Entry {
  name: string;
  color: string;
}

/** The entries of a legend in lines of this width. */
export function linesOf(
  legend: readonly Entry[],
  width: number,
  widthOf: (name: string) => number,
): (Entry & { x: number })[][] {
  const lines: (Entry & { x: number })[][] = [];
  let x = width;
  for (const entry of legend) {
    const needed = SWATCH_PX + 6 + widthOf(entry.name) + MARGIN_PX;
    if (x + needed > width) {
      lines.push([]);
      x = 0;
    }
    lines.at(-1)?.push({ ...entry, x });
    x += needed;
  }
  return lines;
}

function textWidth(of: HTMLElement): (name: string) => number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return (name) => name.length * 7;
  context.font = `12px ${getComputedStyle(of).fontFamily}`;
  return (name) => context.measureText(name).width;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes))
    if (attribute !== "xmlns") made.setAttribute(attribute, String(value));
  return made;
}

function text(words: string, x: number, y: number, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = element("text", { x, y, ...attributes });
  made.textContent = words;
  return made;
}

async function rastered(xml: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  // The dashboard's policy allows images from `data:`, and not from `blob:`.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(xml)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * SCALE), Math.round(height * SCALE)];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error("The image could not be made."));
      else resolve(blob);
    }, "image/png");
  });
}
