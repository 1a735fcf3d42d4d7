// @vitest-environment jsdom

import { expect, test, vi } from "vitest";
import { pageAsMarkdown } from "../../src/page_copy";

const ADDRESS = "https://example.com/a";

async function check(html: string, expected: string) {
  document.body.innerHTML = `<main>${html}</main>`;
  expect(await pageAsMarkdown("T", ADDRESS, "")).toBe(`# T\n\n${expected}\n\n<${ADDRESS}>\n`);
}

test("text, emphasis, links and images become Markdown", async () => {
  await check("<p>One\n  <b>two</b> <em>three</em>.</p><p>Four</p>", "One **two** *three*.\n\nFour");
  await check('<p><a href="https://b.example/x">B <i>c</i></a></p>', "[B *c*](https://b.example/x)");
  await check('<p>See <a href="/b">b</a></p>', "See [b](http://localhost:3000/b)");
});

test("an image is its alternative text, and one without is left out", async () => {
  await check(
    '<p>Text <img src="https://b.example/x.png" alt="A loaf"><img src="x.png" alt=""></p>',
    "Text ![A loaf](https://b.example/x.png)",
  );
});

test("headings keep their level, and a page's own title is not said twice", async () => {
  await check("<h2>Two</h2><p>Text</p><h4>Four</h4><p>More</p>", "## Two\n\nText\n\n#### Four\n\nMore");
  document.body.innerHTML = "<main><h1>Own</h1><p>Text</p></main>";
  expect(await pageAsMarkdown("T", ADDRESS, "")).toBe(`# Own\n\nText\n\n<${ADDRESS}>\n`);
});

test("lists nest", async () => {
  await check("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "-   a\n-   b\n    -   c");
});

test("code keeps its white space and its language, whatever says that", async () => {
  await check("<pre><code>if a:\n\n\n    b\n</code></pre>", "```\nif a:\n\n\n    b\n```");
  await check('<pre><code class="language-rust">let a = 1;\n</code></pre>', "```rust\nlet a = 1;\n```");
  await check('<div class="highlight-source-js"><pre>a()\n</pre></div>', "```js\na()\n```");
  await check('<div class="language-ts"><pre><code>b()\n</code></pre></div>', "```ts\nb()\n```");
  await check('<pre data-lang="sh"><code>ls</code></pre>', "```sh\nls\n```");
  await check("<pre><code>```\nnested\n```</code></pre>", "````\n```\nnested\n```\n````");
});

test("quotations and tables keep their form", async () => {
  await check("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n> \n> b");
  await check(
    "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
    "| A   | B   |\n| --- | --- |\n| 1   | 2   |",
  );
});

test("footnotes stay footnotes, without the way back", async () => {
  await check(
    '<p>Bread<sup><a href="#fn1" id="fnref1">1</a></sup> rises.</p><section class="footnotes"><ol><li id="fn1"><p>Slowly. <a href="#fnref1" class="footnote-backref">↩</a></p></li></ol></section>',
    "Bread[^1] rises.\n\n[^1]: Slowly.",
  );
});

test("what is no content, or is not shown, is left out", async () => {
  const noise =
    "<nav>n</nav><aside><a href=/s>s</a></aside><script>x</script><style>b{}</style><form>f</form><button>b</button>";
  const comments = '<section id="comments"><p>First!</p></section><div class="comment-list">Nice</div>';
  await check(
    `${noise}<p hidden>h</p><p style="display:none">d</p><askline-widget>w</askline-widget><p>Text</p>${comments}`,
    "Text",
  );
});

test("the page itself is not changed", async () => {
  document.body.innerHTML =
    '<nav>n</nav><main><p style="display:none">d</p><p>Text</p></main><div class="comments">c</div>';
  const before = document.documentElement.outerHTML;
  await pageAsMarkdown("T", ADDRESS, "");
  expect(document.documentElement.outerHTML).toBe(before);
});

test("the main content is taken, else the article, else the body", async () => {
  document.body.innerHTML = "<p>out</p><article>In</article>";
  expect(await pageAsMarkdown("T", ADDRESS, "")).not.toContain("out");
  document.body.innerHTML = "<p>All</p>";
  expect(await pageAsMarkdown("T", ADDRESS, "")).toContain("All");
});

test("a long article is taken whole, from a page full of other things", async () => {
  const paragraphs = Array.from(
    { length: 12 },
    (_, place) => `<p>Paragraph ${place} tells, with some commas, of flour, water, salt and time, at length.</p>`,
  ).join("");
  document.body.innerHTML = `<header>Shop</header><div class="sidebar"><a href="/x">Other posts</a></div><div class="post"><h1>Slow bread</h1>${paragraphs}</div><footer>Imprint</footer>`;
  const text = await pageAsMarkdown("T", ADDRESS, "");
  expect(text).toMatch(/^# Slow bread\n/);
  for (let place = 0; place < 12; place++) expect(text).toContain(`Paragraph ${place} `);
  expect(text).not.toMatch(/Imprint|Shop/);
});

test("the page's own Markdown wins, and what is no Markdown does not", async () => {
  document.body.innerHTML = "<main><p>Text</p></main>";
  const answer = (text: string, type: string, status = 200) =>
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(text, { status, headers: { "Content-Type": type } })));
  answer("# Own\n", "text/markdown");
  expect(await pageAsMarkdown("T", ADDRESS, "https://example.com/a.md")).toBe("# Own\n");
  answer("<p>Log in</p>", "text/html");
  expect(await pageAsMarkdown("T", ADDRESS, "https://example.com/a.md")).toContain("Text");
  answer("gone", "text/plain", 404);
  expect(await pageAsMarkdown("T", ADDRESS, "https://example.com/a.md")).toContain("Text");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await pageAsMarkdown("T", ADDRESS, "https://example.com/a.md")).toContain("Text");
  vi.unstubAllGlobals();
});
