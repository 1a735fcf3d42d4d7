// @vitest-environment jsdom

import { expect, test } from "vitest";
import { pageAsMarkdown } from "../src/rest/markdown";

const ADDRESS = "https://example.com/a";

function check(html: string, expected: string) {
  document.body.innerHTML = `<main>${html}</main>`;
  expect(pageAsMarkdown("T", ADDRESS)).toBe(`# T\n\n${expected}\n\n<${ADDRESS}>\n`);
}

test("text, emphasis, links and images become Markdown", () => {
  check("<p>One\n  <b>two</b> <em>three</em>.</p><p>Four</p>", "One **two** *three*.\n\nFour");
  check('<p><a href="https://b.example/x">B <i>c</i></a></p>', "[B *c*](https://b.example/x)");
  check('<p><img src="https://b.example/x.png" alt="A loaf"><img src="x.png" alt=""></p>', "![A loaf](https://b.example/x.png)");
  check("<p>a<br>b</p>", "a\nb");
});

test("headings keep their level, and a page's own title is not said twice", () => {
  check("<h2>Two</h2><p>Text</p><h4>Four <b>!</b></h4>", "## Two\n\nText\n\n#### Four **!**");
  document.body.innerHTML = "<main><h1>Own</h1><p>Text</p></main>";
  expect(pageAsMarkdown("T", ADDRESS)).toBe(`# Own\n\nText\n\n<${ADDRESS}>\n`);
});

test("lists nest", () => {
  check("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "- a\n- b\n\n   - c");
});

test("code keeps its white space", () => {
  check("<p>Say <code>x  y</code></p>", "Say `x y`");
  check("<pre><code>if a:\n\n\n    b\n</code></pre>", "```\nif a:\n\n\n    b\n```");
});

test("quotations and tables keep their form", () => {
  check("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b");
  check("<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>", "| A | B |\n| --- | --- |\n| 1 | 2 |");
});

test("what is no content, or is not shown, is left out", () => {
  const noise = "<nav>n</nav><aside>s</aside><script>x</script><style>b{}</style><form>f</form><button>b</button>";
  check(`${noise}<p hidden>h</p><p style="display:none">d</p><askline-widget>w</askline-widget><p>Text</p>`, "Text");
});

test("the main content is taken, else the article, else the body", () => {
  document.body.innerHTML = "<p>out</p><article>In</article>";
  expect(pageAsMarkdown("T", ADDRESS)).not.toContain("out");
  document.body.innerHTML = "<p>All</p>";
  expect(pageAsMarkdown("T", ADDRESS)).toContain("All");
});
