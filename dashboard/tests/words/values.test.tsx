// Values in sentences are shown as people wrote them, in texts and among elements.

import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { i18n } from "../../src/words/i18n";

i18n.loadAndActivate({ locale: "en", messages: {} });

const VALUES = [
  "<b>x</b> <0>y</0> {z}",
  "<0/><1/>",
  "<i",
  "&lt;b&gt; & Söhne",
  String.raw`C:\x41\u0042\n \\ "${"`"}`,
  "%__lingui_octothorpe__% #",
  "{0, plural, one {#} other {#}}",
  "$& $1",
];

function Sentences({ value, count }: { value: string; count: number }) {
  const { t } = useLingui();
  return (
    <>
      <p>
        <Trans>shared by {value}</Trans>
      </p>
      <p>
        <Trans>
          <b>{value}</b> and {count}: {value} <i>again {value}</i>
        </Trans>
      </p>
      <p>{t`shared by ${value}`}</p>
      <p>{t`${plural(count, { one: `# page of ${value}`, other: `# pages of ${value}` })}`}</p>
      <p>{i18n._({ id: "of", message: "of {value}", values: { value } })}</p>
    </>
  );
}

it.each(VALUES)("%s is shown as it was written", (value) => {
  const markup = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Sentences value={value} count={2} />
    </I18nProvider>,
  );
  const page = new DOMParser().parseFromString(markup, "text/html");
  expect([...page.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([
    `shared by ${value}`,
    `${value} and 2: ${value} again ${value}`,
    `shared by ${value}`,
    `2 pages of ${value}`,
    `of ${value}`,
  ]);
  expect([...page.querySelectorAll("p b")].map(({ textContent }) => textContent)).toEqual([value]);
  expect([...page.querySelectorAll("p i")].map(({ textContent }) => textContent)).toEqual([`again ${value}`]);
});
