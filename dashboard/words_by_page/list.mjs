// The form of a file of texts: a list. A number in it says how many texts are left out there.

/**
 * @param {readonly unknown[]} texts
 * @param {ReadonlySet<number>} wanted
 */
export function listed(texts, wanted) {
  const list = [];
  let next = 0;
  for (const number of [...wanted].sort((one, other) => one - other)) {
    if (number > next) list.push(number - next);
    list.push(texts[number]);
    next = number + 1;
  }
  return list;
}

/**
 * The texts of a list by their numbers. No text is a number: Lingui compiles each to a list or a string.
 * @param {readonly unknown[]} list
 */
export function textsIn(list) {
  /** @type {Record<string, unknown>} */
  const texts = {};
  let number = 0;
  for (const text of list) {
    if (typeof text === "number") number += text;
    else texts[number++] = text;
  }
  return texts;
}
