// What every element gets for a browser's translation.

import type { ElementType, ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";

import { forTranslation, Sentence } from "../../src/ui/jsx/translation";

const drawn = (element: ReactElement): string => renderToStaticMarkup(element);
const isKept = (type: ElementType, children: unknown): boolean =>
  (forTranslation(type, { children }, false) as { translate?: string }).translate === "no";

describe("elements", () => {
  it("contain a text alone, or no text", () => {
    const rate = "rate";
    const nested = [rate, <b key="b">b</b>];
    expect(drawn(<p>a {rate} c</p>)).toBe(
      "<p><text-part>a </text-part><text-part>rate</text-part><text-part> c</text-part></p>",
    );
    expect(drawn(<p>{nested}</p>)).toBe("<p><text-part>rate</text-part><b>b</b></p>");
    expect(drawn(<p>{rate}</p>)).toBe("<p>rate</p>");
    expect(drawn(<Sentence>{nested}</Sentence>)).toBe("<text-part><text-part>rate</text-part><b>b</b></text-part>");
  });

  it("that contain only text keep it as it is", () => {
    const count = 3;
    expect(drawn(<option>All {count}</option>)).toBe("<option>All 3</option>");
  });

  it("of a component have their text in an element, since the component may put it beside others", () => {
    const Label = ({ children }: { children: React.ReactNode }) => <b>{children}</b>;
    expect(drawn(<Label>Draft 0</Label>)).toBe("<b><text-part>Draft 0</text-part></b>");
  });
});

describe("a translation does not change", () => {
  it.each(["3", "1,204", "+37%", "−0.4", "1.2K", "0.41–0.58", "12 €", "11:00", "2026-11-29"])(
    "the figure %s",
    (text) => {
      expect(isKept("td", text)).toBe(true);
    },
  );

  it.each(["code", "kbd", "pre", "samp", "svg"])("what is in <%s>", (type) => {
    expect(isKept(type as ElementType, "words")).toBe(true);
  });
});

it.each(["3 answers", "vs. 12", "Nov 29", "–", "Top 10"])("a translation may change %s", (text) => {
  expect(isKept("td", text)).toBe(false);
});
