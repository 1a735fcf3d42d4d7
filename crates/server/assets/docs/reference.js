// Filters the contents of the API reference. The page needs no script to be read.
"use strict";

const filter = document.getElementById("filter");

function show() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const list of document.querySelectorAll("#contents ul")) {
    for (const item of list.children) item.hidden = !words.every((word) => item.dataset.words.includes(word));
    list.hidden = [...list.children].every((item) => item.hidden);
    list.previousElementSibling.hidden = list.hidden;
  }
}

filter.parentElement.hidden = false;
filter.addEventListener("input", show);
