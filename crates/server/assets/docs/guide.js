// The search of the guide, which runs in the browser only. The index is loaded with the first typed letter. Without
// JavaScript, the pages and their navigation still work.

const MAX_FOUND = 8;
/** Words that say nothing about the subject of a search. */
const EMPTY = new Set(
  "a about an and are as at be by can do does for from how i in is it me my of on or our that the there this to we what when where which why with you your".split(
    " ",
  ),
);

const [search, field, count, found, pages] = ["search", "#find", "#count", "#found", "#pages details"].map((one) =>
  document.querySelector(one),
);
const wide = matchMedia("(min-width: 60.01rem)");
const openOnWide = () => {
  pages.open = wide.matches;
};
wide.addEventListener("change", openOnWide);
openOnWide();
search.hidden = false;
document.querySelector("#pages [aria-current]")?.scrollIntoView({ block: "nearest" });

const wordsOf = (text) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
/** The stem of a word: "backups" finds "backup", and vice versa. */
const stemOf = (word) => (word.length > 4 ? word.replace(/(?:ies|es|s|ing|ed|y|e)$/u, "") : word);

let reading;
/** The sections, requested once, and again after a failure. */
const read = () => {
  reading ??= fetch("/docs/guide/search.json")
    .then((answer) => answer.json())
    .then((sections) =>
      sections.map((section) => {
        const stems = (text) => new Set(wordsOf(text).map(stemOf));
        return {
          ...section,
          heading: stems(section.h),
          title: stems(section.t),
          text: stems(`${section.b} ${section.w}`),
        };
      }),
    );
  reading.catch(() => {
    reading = undefined;
  });
  return reading;
};

/** How well a set of words matches a word: as a whole, or as the beginning of one of them. */
const weight = (words, word) =>
  words.has(word) ? 1 : word.length > 2 && [...words].some((one) => one.startsWith(word)) ? 0.6 : 0;

/** The words to search for, without empty ones. "back up" becomes "backup" if the guide writes it as one word. */
function askedWords(index, asked) {
  const [words, all] = [wordsOf(asked), []];
  for (let place = 0; place < words.length; place += 1) {
    const joined = stemOf(words[place] + (words[place + 1] ?? ""));
    const isOneWord =
      place + 1 < words.length && index.some(({ heading, text }) => heading.has(joined) || text.has(joined));
    if (isOneWord) all.push(joined);
    else if (!EMPTY.has(words[place])) all.push(stemOf(words[place]));
    if (isOneWord) place += 1;
  }
  return [...new Set(all)];
}

/** The sections that match best, at most `MAX_FOUND`. Rare words count more, and so do words in a heading. */
function ranked(index, asked) {
  const words = askedWords(index, asked);
  const scores = index.map(() => 0);
  for (const word of words) {
    const weights = index.map(
      ({ heading, title, text }) => 5 * weight(heading, word) + 2 * weight(title, word) + weight(text, word),
    );
    const having = weights.filter((one) => one > 0).length;
    const rarity = Math.log(1 + index.length / (1 + having));
    weights.forEach((one, place) => {
      scores[place] += one > 0 ? rarity * (3 + one) : 0;
    });
  }
  return index
    .map((section, place) => ({ section, score: scores[place] }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_FOUND)
    .map(({ section }) => section);
}

function show(sections, asked) {
  found.replaceChildren(
    ...sections.map(({ p, t, a, h, b }) => {
      const [item, link, name, place] = ["li", "a", "strong", "small"].map((tag) => document.createElement(tag));
      link.href = `/docs/guide/${p}#${a}`;
      name.textContent = h;
      place.textContent = h === t ? b : `${t} — ${b}`;
      link.append(name, place);
      item.append(link);
      return item;
    }),
  );
  count.textContent =
    asked === ""
      ? ""
      : sections.length === 0
        ? "Nothing found. Try other words."
        : `${sections.length === MAX_FOUND ? "The best " : ""}${sections.length} found`;
  pages.parentElement.hidden = asked !== "";
}

field.addEventListener("input", async () => {
  try {
    const index = await read();
    // Includes what was typed while the index was loading.
    const asked = field.value.trim();
    show(asked === "" ? [] : ranked(index, asked), asked);
  } catch {
    count.textContent = "The search could not be loaded. Check the connection and type again.";
  }
});

search.addEventListener("keydown", (event) => {
  const links = [...found.querySelectorAll("a")];
  const place = links.indexOf(document.activeElement);
  if (event.key === "Enter" && document.activeElement === field) links[0]?.click();
  else if (event.key === "ArrowDown") (links[place + 1] ?? links.at(-1))?.focus();
  else if (event.key === "ArrowUp") (links[place - 1] ?? field).focus();
  else if (event.key === "Escape") {
    field.value = "";
    show([], "");
    field.focus();
  } else return;
  event.preventDefault();
});

addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea"))
    return;
  event.preventDefault();
  field.focus();
});
