// What a person does in a page of an engine: click, type, paste.

import { becomes } from "../scenes/askline.mjs";

const CONTROL = "\uE009";
export const KEYS = { ArrowDown: "\uE015", Escape: "\uE00C" };

/** @param {string} key of a combination with the control key */
const withControl = (key) => [
  {
    type: "key",
    id: "keyboard",
    actions: [
      { type: "keyDown", value: CONTROL },
      { type: "keyDown", value: key },
      { type: "keyUp", value: key },
      { type: "keyUp", value: CONTROL },
    ],
  },
];
/** @param {{ x: number, y: number }} point */
const press = ({ x, y }) => [
  {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", duration: 0, x, y },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  },
];

/** @param {string} value */
export const key = (value) => [
  {
    type: "key",
    id: "keyboard",
    actions: [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ],
  },
];

/** The shadow root's element for a selector, in the page. @param {string} selector */
export const part = (selector) =>
  `document.querySelector("askline-widget")?.shadowRoot.querySelector(${JSON.stringify(selector)})`;

/**
 * @param {import("./other_engines.mjs").Engine} engine
 * @param {string} wanted an expression for an element of the page
 */
export async function click(engine, wanted) {
  await becomes(() => engine.run(`return !!${wanted}`), true);
  const point = await engine.run(`const button = ${wanted}; button.scrollIntoView({ block: "center" });
    const box = button.getBoundingClientRect();
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }`);
  await engine.act(press(/** @type {{ x: number, y: number }} */ (point)));
}

/** Pastes what was copied, and waits for it. @param {import("./other_engines.mjs").Engine} engine @param {string} text */
export async function pastes(engine, text) {
  await engine.run('const field = document.querySelector("#paste"); field.value = ""; field.focus()');
  await engine.act(withControl("v"));
  await becomes(
    () => engine.run(`return document.querySelector("#paste").value.includes(${JSON.stringify(text)})`),
    true,
  );
}
